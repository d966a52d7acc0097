"""Shows the comment as GitHub would: renders the worked cases' comments to pages and takes screenshots with Chromium.

Pages and pictures lie in .cache/preview. Without Chromium only the pages are written.
"""

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from markdown_it import MarkdownIt

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from tests.e2e.scenarios import CASES  # noqa: E402
from tests.e2e.test_scenarios import play  # noqa: E402
from tests.unit.render.samples import SAMPLES  # noqa: E402

from errgate.app.check import GitReleases  # noqa: E402
from errgate.app.gate import Request, check  # noqa: E402
from errgate.core.report import Report  # noqa: E402
from errgate.render import RenderOptions, render  # noqa: E402
from errgate.sources.git import GitSource  # noqa: E402

OUT = ROOT / ".cache" / "preview"
SHOWN = (
    "split: the wire changes",
    "sentence absent",
    "sentence reversed",
    "sentence true",
    "registry remapped",
    "config loosened",
    "fixes an inherited break",
    "adoption",
    "nothing watched changed",
    "new failure lands on the default",
)
STYLE = """
body { font: 14px/1.5 -apple-system, "Segoe UI", "Noto Sans", "DejaVu Sans", sans-serif; color: #1f2328;
  width: 820px; margin: 16px; }
.comment { border: 1px solid #d1d9e0; border-radius: 6px; padding: 16px; }
table { border-collapse: collapse; margin: 0 0 16px; } th, td { border: 1px solid #d1d9e0; padding: 6px 13px; text-align: left; }
code { background: #eff1f3; border-radius: 6px; padding: .2em .4em; font: 12px "DejaVu Sans Mono", monospace; }
pre { background: #f6f8fa; border-radius: 6px; padding: 16px; overflow: auto; } pre code { background: none; padding: 0; }
ul { padding-left: 2em; } details { margin-bottom: 4px; }
"""


def reports() -> list[tuple[str, Report]]:
    """The samples, and the worked cases that show each kind of comment."""
    found = [(f"sample {name}", report) for name, report in SAMPLES.items()]
    for case in CASES:
        if case.name in SHOWN:
            with tempfile.TemporaryDirectory() as folder:
                play(case, Path(folder) / "repository")
                source = GitSource(Path(folder) / "repository")
                target, head = source.resolve("main"), source.resolve("pr")
                base = source.merge_base(target, head)
                request = Request(source=source, target=target, base=base, head=head, body=case.body)
                found.append((case.name, check(request, GitReleases(source, target))))
    return found


def main() -> int:
    OUT.mkdir(parents=True, exist_ok=True)
    parser = MarkdownIt("commonmark", {"html": True}).enable("table")
    chromium = next(
        (path for name in ("chromium", "chromium-browser", "google-chrome") if (path := shutil.which(name))), None
    )
    for name, report in reports():
        stem = "".join(char if char.isalnum() else "-" for char in name)
        text = render("markdown", report, RenderOptions())
        (OUT / f"{stem}.md").write_text(text, encoding="utf-8")
        page = OUT / f"{stem}.html"
        page.write_text(
            f"<!doctype html><meta charset='utf-8'><style>{STYLE}</style><div class='comment'>{parser.render(text)}</div>",
            encoding="utf-8",
        )
        if chromium:
            with tempfile.TemporaryDirectory() as profile:
                subprocess.run(
                    [chromium, "--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking",
                     "--disable-component-update", "--disable-sync", "--no-first-run", f"--user-data-dir={profile}",
                     "--window-size=860,1100", f"--screenshot={OUT / f'{stem}.png'}", page.as_uri()],
                    check=True, capture_output=True, timeout=60,
                )  # fmt: skip
        print(page.relative_to(ROOT))
    if not chromium:
        print("No Chromium here, so no screenshots: install the package chromium and run this again.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
