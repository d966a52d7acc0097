"""Each rule has a mirror: added and removed, narrowed and widened, registry and hint. Where it has none, the reason is written."""

from pathlib import Path

import pytest
import yaml

from errgate.rules import RULES
from tests.unit.test_examples import common, judge, path_of

MIRRORS = {
    # added and removed
    "registry/code-removed": "registry/code-added",
    "registry/code-added": "registry/code-removed",
    "hints/hint-removed": "hints/hint-added",
    "hints/hint-added": "hints/hint-removed",
    "hints/value-removed": "hints/value-added",
    "hints/value-added": "hints/value-removed",
    "envelope/optional-removed": "envelope/optional-added",
    "envelope/optional-added": "envelope/optional-removed",
    "registry/attribute-withdrawn": "registry/attribute-specified",
    "registry/attribute-specified": "registry/attribute-withdrawn",
    "fixtures/added": "fixtures/proof-lost",
    "fixtures/proof-lost": "fixtures/added",
    # narrowed and widened
    "envelope/required-removed": "envelope/made-required",
    "envelope/made-required": "envelope/required-removed",
    "envelope/made-nullable": "envelope/null-undeclared",
    "envelope/null-undeclared": "envelope/made-nullable",
    "fallback/default-changed": "fallback/retries-unknown",
    "fallback/retries-unknown": "fallback/default-changed",
    "fallback/no-safe-default": "registry/no-default-action",
    "registry/no-default-action": "fallback/no-safe-default",
    # registry and hint
    "registry/code-redefined": "hints/value-remapped",
    "hints/value-remapped": "registry/code-redefined",
    "registry/undocumented": "hints/codes-unmapped",
    "hints/codes-unmapped": "registry/undocumented",
    "registry/status-unlike-wire": "hints/contradicts-signal",
    "hints/contradicts-signal": "registry/status-unlike-wire",
    "registry/actions-unstated": "hints/code-without-value",
    "hints/code-without-value": "registry/actions-unstated",
    "registry/broad-code-split": "decision/reclassified",
    "decision/reclassified": "registry/broad-code-split",
    "hints/value-added-misread": "decision/misread",
    "decision/misread": "hints/value-added-misread",
    # code and status; the body and the wire
    "envelope/alias-conflict": "envelope/status-disagrees",
    "envelope/status-disagrees": "envelope/alias-conflict",
    "envelope/code-moved": "envelope/content-type-changed",
    "envelope/content-type-changed": "envelope/code-moved",
    # old error and new error; the consumer and its row
    "decision/old-error-changed": "decision/new-error-changed",
    "decision/new-error-changed": "decision/old-error-changed",
    "decision/expectation-failed": "decision/expectation-missing",
    "decision/expectation-missing": "decision/expectation-failed",
    "decision/category-changed": "decision/retry-changed",
    "decision/retry-changed": "decision/category-changed",
    "decision/policy-changed": "hints/state-changed",
    "hints/state-changed": "decision/policy-changed",
    # recorded then and recorded now
    "fixtures/regenerated": "fixtures/unexercised",
    "fixtures/unexercised": "fixtures/regenerated",
    "fallback/lands-elsewhere": "fallback/old-shape-changed",
    "fallback/old-shape-changed": "fallback/lands-elsewhere",
    "fallback/synthetic-stale": "fallback/case-missing",
    "fallback/case-missing": "fallback/synthetic-stale",
    # parts and config
    "gate/part-moved": "gate/part-replaced",
    "gate/part-replaced": "gate/part-moved",
    "gate/config-loosened": "gate/config-changed",
    "gate/config-changed": "gate/config-loosened",
    "gate/config-removed": "gate/config-repaired",
    "gate/config-repaired": "gate/config-removed",
    "fixtures/unreadable": "gate/part-unreadable",
    "gate/part-unreadable": "fixtures/unreadable",
}

ALONE = {
    "decision/lands-on-default": "a new error that old consumers do know is decided alike, and there is nothing to say",
    "envelope/composition-unchecked": "what is not compared has no direction",
    "envelope/type-changed": "fewer types than before surprise no reader of the released ones",
    "fixtures/moved": "a move in the other direction is a move",
    "fixtures/overwritten": "v1 may gain any value, which is fixtures/added",
    "fixtures/reformatted": "form has no direction",
    "fixtures/secret-shaped": "a credential that goes is fixtures/regenerated; it stays known all the same",
    "fixtures/stale": "it compares in both directions: what differs, and what was emitted and not recorded",
    "fixtures/wholesale": "many recordings that are added at once replace nothing",
    "gate/matches-nothing": "a path that matches again is seen by the rules of its part",
    "gate/owner-missing": "an owner who is named needs no line; one who is dropped is gate/config-loosened",
    "gate/part-remapped": "another mapping is another mapping, whichever came first",
    "gate/part-removed": "a part that appears is judged by its own rules, entry by entry",
    "hints/null-on-wire": "a null that may be sent and is not does no harm",
    "hints/precedence-changed": "an order that is turned back is an order that changed",
    "registry/action-specified": "an action that is withdrawn is registry/code-redefined",
    "registry/description-changed": "prose has no direction; one that is lacking is registry/undocumented",
    "registry/duplicate-code": "a duplicate that goes leaves the code that it repeated",
    "registry/renamed": "a symbol that is renamed back is renamed",
}


def test_every_rule_has_a_mirror_or_a_reason() -> None:
    """A new rule asks for its opposite, or for the sentence that says why there is none."""
    assert {rule.id for rule in RULES} == MIRRORS.keys() | ALONE.keys()
    assert not MIRRORS.keys() & ALONE.keys()
    assert all(len(reason.split()) > 3 for reason in ALONE.values())


@pytest.mark.parametrize("rule", list(MIRRORS))
def test_a_mirror_shows_back(rule: str) -> None:
    """Two rules that mirror one another name one another."""
    assert MIRRORS[MIRRORS[rule]] == rule


SWAPPED = (
    "registry/code-removed", "registry/code-added", "hints/hint-removed", "hints/hint-added", "hints/value-removed",
    "hints/value-added", "envelope/optional-removed", "envelope/optional-added",     "registry/attribute-withdrawn", "registry/attribute-specified",
)  # fmt: skip


@pytest.mark.parametrize("rule", SWAPPED)
def test_the_example_turned_round_is_the_mirror(rule: str, tmp_path: Path) -> None:
    """What one rule says of release and head, its mirror says of head and release, about the same subject."""
    example = yaml.safe_load(path_of(rule).read_text())
    release = example.get("release") or {}
    report = judge(tmp_path, {**release, **example["head"]}, {**dict.fromkeys(example["head"]), **common(), **release})
    assert (MIRRORS[rule], example["finds"]) in {(each.rule, each.subject.name) for each in report.findings}
