"""What is chosen among a repository's paths: folders of recordings, code that writes errors, owners, release tags."""

from collections.abc import Mapping

import pytest

from errgate.core.discovery.survey import fixture_folders, owner_of, release_pattern, serializer_globs

FOLDERS: Mapping[str, tuple[list[str], list[str], Mapping[str, str]]] = {
    "one folder": (["tests/fixtures/errors/a.json", "tests/fixtures/errors/b.json"], ["tests/fixtures/users/u.json", "tests/fixtures/users/v.json"], {"v2": "tests/fixtures/errors"}),
    "folders below": (["tests/errors/a/x.json", "tests/errors/b/y.json"], [], {"v2": "tests/errors"}),
    "both collections": (["fixtures/v1/a.json", "fixtures/v2/a.json"], [], {"v1": "fixtures/v1", "v2": "fixtures/v2"}),
    "mostly something else": (["tests/data/a.json"], ["tests/data/b.json", "tests/data/c.json"], {}),
    "one file in no telling folder": (["src/a.json"], [], {}),
    "at the top": (["a.json", "b.json"], [], {}),
    "nothing": ([], ["tests/data/b.json"], {}),
}  # fmt: skip


@pytest.mark.parametrize("name", FOLDERS)
def test_the_folder_of_recorded_errors(name: str) -> None:
    bodies, others, expected = FOLDERS[name]
    assert fixture_folders(bodies, [*bodies, *others]) == expected


def test_code_that_writes_errors() -> None:
    paths = [
        "src/errors/handler.ts", "src/errors/map.ts", "app/exceptions.py", "app/error_handler.py", "app/errors_test.go",
        "app/terrors.py", "tests/errors.py", "app/models.py", "api/GlobalExceptionHandler.java", "src/errors/README.md",
        "app/[odd]/errors.py",
    ]  # fmt: skip
    assert serializer_globs(paths, but="app/exceptions.py") == (
        "api/GlobalExceptionHandler.java", "app/error_handler.py", "src/errors/**",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("text", "path", "owner"),
    [
        ("* @acme/all\n", "src/x.json", "@acme/all"),
        ("* @acme/all\n/src/ @acme/api @other\n", "src/x.json", "@acme/api"),
        ("* @acme/all\n/src/ @acme/api\n", "lib/x.json", "@acme/all"),
        ("*.json @acme/data # by hand\n", "src/x.json", "@acme/data"),
        ("* a@example.invalid\n", "src/x.json", ""),
        ("# * @acme/all\n", "src/x.json", ""),
    ],
)
def test_the_owner_is_that_of_the_last_line_that_matches(text: str, path: str, owner: str) -> None:
    assert owner_of(text, path) == owner


@pytest.mark.parametrize(
    ("tags", "pattern"),
    [
        ([], "v*"),
        (["v1.0.0", "v1.1.0", "nightly"], "v*"),
        (["1.0.0", "1.1.0", "v0.9.0"], "[0-9]*"),
        (["pay/v1.0.0", "pay/v1.1.0", "v1.0.0"], "pay/v*"),
        (["release-1.2", "release-1.3"], "release-*"),
        (["a b", "latest"], "v*"),
    ],
)
def test_the_pattern_of_release_tags(tags: list[str], pattern: str) -> None:
    assert release_pattern(tags) == pattern
