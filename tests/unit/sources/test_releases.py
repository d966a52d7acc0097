"""Which tag is the release: by version, never by date or by the order in which tags come."""

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from errgate.core.config import ReleaseRule
from errgate.errors import UsageError
from errgate.sources.releases import before, choose, parse


def chosen(*tags: str, pattern: str = "v*", prereleases: bool = False) -> str | None:
    rule = ReleaseRule(value=pattern, prereleases=prereleases)
    found = {choose([(tag, f"sha of {tag}") for tag in order], rule) for order in (tags, tags[::-1])}
    assert len(found) == 1
    (release,) = found
    assert release is None or release[1] == f"sha of {release[0]}"
    return release[0] if release else None


def test_numbers_compare_as_numbers() -> None:
    assert chosen("v1.9.0", "v1.10.0", "v1.2.0") == "v1.10.0"
    assert chosen("v2.0.0", "v10.0.0") == "v10.0.0"


def test_no_tag_no_release() -> None:
    assert chosen() is None
    assert chosen("1.0.0", "nightly", "vnext", "v", "v1.x", "v1.0.0.0.0", "v1.0.0_1", "v-1", "v1..2", "v\u0661") is None


def test_pre_releases_only_when_asked() -> None:
    tags = ("v1.0.0", "v1.1.0-rc.1", "v1.1.0-rc.2", "v1.1.0-beta")
    assert chosen(*tags) == "v1.0.0"
    assert chosen(*tags, prereleases=True) == "v1.1.0-rc.2"
    assert chosen(*tags, "v1.1.0", prereleases=True) == "v1.1.0"
    assert chosen("v1.0.0-rc.1") is None


PRECEDENCE = (
    "1.0.0-0",
    "1.0.0-2",
    "1.0.0-10",
    "1.0.0-" + "9" * 30,
    "1.0.0--",
    "1.0.0-RC",
    "1.0.0-alpha",
    "1.0.0-alpha.1",
    "1.0.0-alpha.beta",
    "1.0.0-beta",
    "1.0.0-beta.2",
    "1.0.0-beta.11",
    "1.0.0-beta-2",
    "1.0.0-rc.1",
    "1.0.0",
    "1.0.1-alpha",
    "1.0.1",
    "1.1",
    "1.2.0",
    "2",
    "2.1.0",
    "11.0.0",
    "2024.3",
    "2024.10.3",
    "2024.11.03",
    "9" * 5000 + ".0.0",
    "1" + "0" * 5000 + ".0.0",
)


def test_semantic_version_precedence() -> None:
    for low, high in itertools.combinations(PRECEDENCE, 2):
        left, right = parse(low), parse(high)
        assert left is not None, low
        assert right is not None, high
        assert left < right, (low, high)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "v",
        "1.",
        ".1",
        "1.0.0-",
        "1.0.0-01",
        "1.0.0-a..b",
        "1.0.0+",
        "1.0.0 ",
        "1.0.0\n",
        "a1",
        "1.0.0rc1",
        "1_0",
        "vv1",
        "-1",
        "²",
    ],
)
def test_what_is_no_version(text: str) -> None:
    assert parse(text) is None


def test_one_and_two_components_and_a_leading_v() -> None:
    assert chosen("v1", "v1.2", "v1.1.9") == "v1.2"
    assert chosen("1.0.0", "V1.1.0", "v1.2.0", pattern="*") == "v1.2.0"


def test_the_full_version_is_preferred_to_a_floating_tag() -> None:
    """A tag such as v2 moves with every release; the release that it stands for is the exact one."""
    assert chosen("v2", "v2.0.0", "v2.0") == "v2.0.0"
    assert chosen("v2", "v1.9.0") == "v2"


def test_build_metadata_never_counts_but_is_settled() -> None:
    assert chosen("v1.0.0+9", "v1.0.0+10", "v1.0.0") == "v1.0.0+10"
    assert chosen("v1.0.0+zzz", "v1.0.1") == "v1.0.1"
    assert chosen("v01.0.0", "v1.0.0") is not None


def test_a_product_of_a_monorepo() -> None:
    tags = ("payments/v1.0.0", "payments/v1.2.0", "orders/v9.0.0", "v8.0.0", "payments/v2.0.0/x")
    assert chosen(*tags, pattern="payments/v*") == "payments/v1.2.0"
    assert chosen(*tags, pattern="payments/*") == "payments/v1.2.0"
    assert chosen(*tags) == "v8.0.0"
    assert chosen("@acme/pay@1.0.0", "@acme/pay@1.1.0", pattern="@acme/pay@*") == "@acme/pay@1.1.0"
    assert chosen("release-1.9", "release-1.10", pattern="release-*") == "release-1.10"


def test_a_line_of_one_version() -> None:
    """A version that begins inside the pattern is read from where it begins."""
    tags = ("v1.4.0", "v1.10.0", "v10.9.0", "v2.0.0")
    assert chosen(*tags, pattern="v1.*") == "v1.10.0"
    assert chosen(*tags, pattern="v1*") == "v10.9.0"
    assert chosen(*tags, pattern="v1.4.0") == "v1.4.0"
    assert chosen(*tags, pattern="v[12].*") == "v2.0.0"
    assert chosen("app2-1.0.0", "app2-1.1.0", pattern="app2-*") == "app2-1.1.0"


def test_a_pattern_outside_the_dialect_is_a_usage_error() -> None:
    with pytest.raises(UsageError, match="tag pattern cannot be used") as caught:
        chosen("v1", pattern="{v1,v2}")
    assert caught.value.fix


@settings(max_examples=300, deadline=None)
@given(tags=st.lists(st.text("v0123.-+ab", max_size=12), max_size=8), prereleases=st.booleans())
def test_any_tags_in_any_order(tags: list[str], prereleases: bool) -> None:
    rule = ReleaseRule(value="**", prereleases=prereleases)
    found = {
        choose([(tag, "x") for tag in order], rule) for order in itertools.islice(itertools.permutations(tags), 24)
    }
    assert len(found) == 1


TAGS = (
    ("v1.0.0", "a"),
    ("v1.9.0", "b"),
    ("v1.10.0", "c"),
    ("v1", "c"),
    ("v2.0.0-rc.1", "d"),
    ("v2.0.0", "e"),
    ("x", "f"),
)


@pytest.mark.parametrize(
    ("release", "expected"),
    [
        (("v2.0.0", "e"), "v1.10.0"),
        (("v1.10.0", "c"), "v1.9.0"),
        (("v1.0.0", "a"), None),
        (("c0ffee", "b"), "v1.0.0"),
        (("v2.0.0-rc.1", "d"), "v2.0.0"),
        (("main", "z"), "v2.0.0"),
    ],
)
def test_the_release_before(release: tuple[str, str], expected: str | None) -> None:
    """The highest version below it, whatever else points at its commit; without a version of its own, the highest."""
    for tags in (TAGS, TAGS[::-1]):
        assert before(tags, ReleaseRule(value="v*"), release) == expected


def test_the_release_before_may_be_a_pre_release_where_those_count() -> None:
    assert before(TAGS, ReleaseRule(value="v*", prereleases=True), ("v2.0.0", "e")) == "v2.0.0-rc.1"
    assert before((), ReleaseRule(value="v*"), ("v2.0.0", "e")) is None
