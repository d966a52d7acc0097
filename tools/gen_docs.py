"""Writes docs/rules, docs/reference and docs/presets.md from the code; with --check says what differs and exits 1."""

import sys
from pathlib import Path

import reference_pages
from preset_page import page as preset_page

from errgate.app import catalogue
from errgate.rules import RULES

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "docs" / "rules"
REFERENCE = ROOT / "docs" / "reference"


def pages() -> dict[Path, str]:
    """Every generated page by its path."""
    found = {FOLDER / "README.md": index(), ROOT / "docs" / "presets.md": preset_page()}
    found |= {REFERENCE / f"{name}.md": text for name, text in reference_pages.pages().items()}
    for rule in RULES:
        told = catalogue.sections(rule)
        example = (ROOT / "examples" / "rules" / f"{rule.id.replace('-', '_')}.yml").read_text(encoding="utf-8")
        lines = [f"# {rule.id}", "", f"Level `{rule.level}`. {told['']}", ""]
        lines += [f"**{label}.** {told[label]}\n" for label in catalogue.LABELS]
        lines += ["## Example", "", "```yaml", example.rstrip(), "```", ""]
        found[FOLDER / f"{rule.id}.md"] = "\n".join(lines)
    return found


def index() -> str:
    lines = ["# Rules", "", "Generated from the code by `make docs`.", "", "| Rule | Level | Says |", "|---|---|---|"]
    lines += [f"| [`{rule.id}`]({rule.id}.md) | {rule.level} | {rule.title} |" for rule in RULES]
    return "\n".join([*lines, ""])


def main() -> int:
    wanted = pages()
    present = {page for folder in (FOLDER, REFERENCE) if folder.exists() for page in folder.rglob("*.md")}
    if "--check" in sys.argv[1:]:
        wrong = [path for path, text in wanted.items() if not path.exists() or path.read_text(encoding="utf-8") != text]
        wrong += sorted(present - wanted.keys())
        for path in wrong:
            print(f"{path.relative_to(ROOT)} is not what the code says; run `make docs`.")
        return 1 if wrong else 0
    for path in present - wanted.keys():
        path.unlink()
    for path, text in wanted.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
