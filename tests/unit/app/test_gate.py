"""The gate's use case on commits in memory: what is watched, which release, what an installation says."""

import json

import pytest

from errgate.core.report import Report
from errgate.render.json_report import document
from errgate.render.wording import asides
from tests.e2e.contract import CODES, CONFIG, RELEASED
from tests.fakes.history import Files, History


def judged(*head: Files, released: Files = RELEASED, tags: tuple[str, ...] = ("v1.4.0",)) -> Report:
    """The verdict on some commits over a tagged one."""
    history = History()
    history.commit(released)
    for tag in tags:
        history.tag(tag)
    history.fork()
    for files in head:
        history.commit(files)
    return history.judge()


def rules(report: Report) -> set[str]:
    return {each.rule for each in report.findings}


HANDLER = {"src/errors/handler.py": "def handle(): ...\n"}


@pytest.mark.parametrize(
    "written", ["src/errors", "src/errors/", "src/errors/**", "src/errors/handler.py", "src/*/*.py"]
)
def test_a_folder_in_the_serializer_means_what_lies_in_it(written: str) -> None:
    config = CONFIG.replace("src/errors/**", written)
    report = judged(
        {"src/errors/handler.py": "def handle(): return 1\n"},
        released={**RELEASED, **HANDLER, ".github/errgate.yml": config},
    )
    assert report.touched == {"payments": ("serializer",)}
    assert rules(report) == {"fixtures/unexercised"}


def test_a_path_that_matches_nothing_is_said_where_it_is_proposed() -> None:
    """Not only by the pull request after it, which the wrong path would keep unwatched."""
    report = judged(
        {".github/errgate.yml": CONFIG.replace("src/errors/**", "src/Errors/**")}, released={**RELEASED, **HANDLER}
    )
    assert "gate/matches-nothing" in rules(report)


def test_an_installation_that_reads_nothing_does_not_look_like_a_pass() -> None:
    config = CONFIG.replace("contract/codes.yml", "contract/codez.yml").replace("v1: fixtures/v1", "v1: fixture/v1")
    bare = {name: text for name, text in RELEASED.items() if name != ".github/errgate.yml"}
    report = judged({".github/errgate.yml": config, **HANDLER}, released=bare)
    assert report.verdict == "not-applicable"
    assert asides(report)[1] == "2 paths of the config match nothing, and would not be checked: see the warnings."


TWO = (
    CONFIG.replace('release: {tag: "v*"}\n', "")
    + """\
  - name: search
    release: {tag: "search/v*"}
    registry: search/codes.yml
"""
)


def test_each_contract_is_told_against_its_own_release() -> None:
    """No release is looked for that no contract asks for, and no text names another contract's."""
    config = TWO.replace("  - name: payments\n", '  - name: payments\n    release: {tag: "payments/v*"}\n')
    report = judged(
        {
            "search/codes.yml": CODES.replace("TRANSIENT", "BUSY"),
            "contract/codes.yml": CODES.replace("INVALID", "WRONG"),
        },
        released={**RELEASED, "search/codes.yml": CODES, ".github/errgate.yml": config},
        tags=("payments/v1.0.0", "search/v3.0.0"),
    )
    assert report.refs is not None
    assert report.refs.release.name == "payments/v1.0.0"
    shown = json.loads(json.dumps(document(report)))["refs"]["release"]
    assert {name: ref["name"] for name, ref in shown["by_contract"].items()} == {"search": "search/v3.0.0"}
    told = {each.contract: each.does for each in report.findings if each.rule == "registry/code-removed"}
    assert "search/v3.0.0" in told["search"]
    assert "payments/v1.0.0" in told["payments"]


def test_one_contract_with_its_own_release() -> None:
    config = CONFIG.replace('release: {tag: "v*"}\n', "").replace(
        "  - name: payments\n", '  - name: payments\n    release: {tag: "payments/v*"}\n'
    )
    report = judged(
        {"contract/codes.yml": CODES.replace("INVALID", "WRONG")},
        released={**RELEASED, ".github/errgate.yml": config},
        tags=("payments/v1.0.0", "v9.0.0"),
    )
    assert report.refs is not None
    assert (report.refs.release.name, dict(report.refs.by_contract)) == ("payments/v1.0.0", {})
