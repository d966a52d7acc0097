"""The pull request's description: where its templates lie, and what to say where it holds no sentence."""

from errgate.core.quote import quote

TEMPLATE_FOLDERS = ("", ".github/", "docs/")
BODY_LIMIT = 65_000
"""Characters from which a pull-request body may have been cut by GitHub."""


def body_note(body: str | None) -> str:
    """What to say first where no sentence was found."""
    if body is None:
        return (
            f"No description was given ({quote('--pr-body FILE')}), and no commit carries {quote('Consumer-Impact:')}."
        )
    if not body.strip():
        return "The description is empty."
    return (
        f"The description has no text of the author's under a heading {quote('Consumer impact')} "
        "(quotes, comments, code and the template's own lines do not count)."
    )


def is_template(path: str) -> bool:
    """GitHub's places for pull-request templates: the root, .github and docs, one file or a folder of them."""
    lower = path.lower()
    for folder in TEMPLATE_FOLDERS:
        rest = lower.removeprefix(folder) if lower.startswith(folder) else ""
        if rest.startswith("pull_request_template/") or rest in (
            "pull_request_template.md",
            "pull_request_template.txt",
            "pull_request_template",
        ):
            return True
    return False
