"""What ``errgate init`` says: what it found and why, what it guessed, what it wrote, what to do next."""

import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from errgate.app.pull_request_template import Templates
from errgate.core.decide import label
from errgate.core.discovery.fields import UNUSED
from errgate.core.discovery.registries import Candidate
from errgate.core.discovery.survey import SOURCES, is_testing
from errgate.core.discovery.words import speaks_of_codes, speaks_of_errors
from errgate.core.quote import plain
from errgate.sources.discovery import Looked

if TYPE_CHECKING:
    from errgate.app.init import Chosen

MOST = 12
"""Lines of one kind that are shown."""
KINDS = (
    "Codes may be listed in a JSON, YAML or TOML file (a map or a list), in an enum of an OpenAPI document, or in a "
    "Python enum."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """What was written, or would be."""

    files: tuple[str, ...]
    kept: tuple[str, ...]
    templates: Templates
    dry_run: bool
    ignored: tuple[str, ...] = ()


def show(chosen: "Chosen", looked: Looked, written: Written, contents: Mapping[str, bytes]) -> None:
    """Print the report; with ``contents`` the files as well."""
    from errgate.render.sanitize import visible

    for line in [*_found(chosen, looked), *_checked(chosen), *_done(written), *_next(chosen, looked, written)]:
        _print(visible(line))
    for path, data in contents.items():
        _print("")
        _print(visible(f"--- {path}"))
        for line in data.decode("utf-8", "replace").splitlines():
            _print(visible(line, keep="\t"))


def _print(line: str) -> None:
    sys.stdout.write(f"{line}\n".encode("utf-8", "backslashreplace").decode())


def _found(chosen: "Chosen", looked: Looked) -> Iterator[str]:
    proposal = chosen.proposal
    likeliest = ", the likeliest ones" if looked.more else ""
    yield f"Looked at {_count(looked.listed, 'file')} by name and opened {looked.opened}{likeliest}."
    yield ""
    yield "Found and guessed (check each):"
    if proposal.registry is not None:
        found = proposal.registry
        yield f"  registry    {described(found)}"
        yield f"              because {'; '.join(found.reasons) or 'you named it'}"
        mapped = [f"{name} from {key}" for name, key in proposal.fields.items() if key != UNUSED]
        unused = [name for name, key in proposal.fields.items() if key == UNUSED]
        if mapped:
            yield f"              fields: {', '.join(mapped)}"
        if unused:
            yield f"              not read: {', '.join(unused)} (its values cannot be used as that, or contradict others)"
    else:
        yield "  registry    none: no list of error codes was found, so codes are not checked (--registry FILE names one)"
    for other in chosen.others:
        yield f"              not taken: {described(other)}"
    for other, why in chosen.passed_over[:MOST]:
        yield f"              cannot be read: {other.path} {other.pattern}: {why}"
    yield f"  errors      {_places(chosen)}"
    for name, folder in proposal.fixtures.items():
        count = sum(1 for fixture, _ in chosen.trial.decisions if fixture.collection == name)
        new = "" if name in proposal.recorded else ", new"
        yield f"  {name:<11} {folder}: {_count(count, 'error')}{new}"
    if proposal.serializer:
        yield f"  serializer  {', '.join(proposal.serializer)}"
    none_yet = "" if looked.tags else " (there are none yet; until then the target branch stands in)"
    yield f"  release     tags {proposal.tag}{none_yet}"
    yield f"  owner       {proposal.owner or 'none found: name one with --owner @org/team'}"
    for path, why in looked.survey.unread[:MOST]:
        yield f"  not read    {path}: {why}"


def described(found: Candidate) -> str:
    """One list of codes in a few words."""
    sample = ", ".join(found.codes[:3])
    return (
        f"{found.path}: {len(found.codes)} codes at {found.pattern} ({sample}{', …' if len(found.codes) > 3 else ''})"
    )


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _places(chosen: "Chosen") -> str:
    places = chosen.proposal.places
    what = f"preset {places.preset}" if places.preset else f"code {places.code[0]}, status {', '.join(places.status)}"
    if places.preset and places.code:
        what += f" with the code at {places.code[0]}"
    return f"{what}: {places.why}"


def _checked(chosen: "Chosen") -> Iterator[str]:
    trial, proposal = chosen.trial, chosen.proposal
    yield ""
    yield f"Tried out: {_count(trial.codes, 'code')} read, {_count(len(trial.decisions), 'error')} decided."
    for fixture, decision in trial.decisions[:MOST]:
        by = "the safe default" if decision.on_default else label(decision.decided_by)
        yield f"  {fixture.subject}: {decision.action}, by {by}"
    if len(trial.decisions) > MOST:
        yield f"  … and {len(trial.decisions) - MOST} more"
    missing = [name for name, there in (("registry", proposal.registry is not None), ("hints", bool(proposal.hints_path)),
                                        ("envelope", bool(proposal.envelope_path))) if not there]  # fmt: skip
    if missing:
        yield f"Not checked until you add it to the config: {', '.join(missing)}."
    if trial.findings:
        yield "The gate would say today:"
    for finding in trial.findings[:MOST]:
        yield f"  {finding.level} {finding.rule}: {plain(finding.meets)} {plain(finding.change)}"
    if len(trial.findings) > MOST:
        yield f"  … and {len(trial.findings) - MOST} more"


def _done(written: Written) -> Iterator[str]:
    yield ""
    yield "Would write (nothing was written):" if written.dry_run else "Written:"
    yield from (f"  {path}" for path in written.files)
    for path in written.templates.files:
        yield f"  {path}{' (a section added at its end)' if path in written.templates.appended else ''}"
    for path in written.kept:
        yield f"  kept as it was: {path}"
    for note in written.templates.notes:
        yield f"  {note}"
    for path in written.ignored:
        yield f"  {path} is ignored by git: add it with `git add -f`, or the gate will not see it."


def _next(chosen: "Chosen", looked: Looked, written: Written) -> Iterator[str]:
    if written.dry_run:
        return
    proposal = chosen.proposal
    yield ""
    yield "Next:"
    if not looked.is_git:
        yield "  This folder is no git repository: `git init` first; `errgate check` compares commits."
    tops = dict.fromkeys(path.partition("/")[0] for path in (*written.files, *written.templates.files))
    steps = [f"Read {proposal.decision_path}: it says what a consumer does. Its comments tell what was guessed."]
    if "v2" in proposal.recorded:
        steps.append(
            f"State what a consumer must do about each recording: `errgate decide {proposal.fixtures['v2']}/*.json --write`."
        )
    else:
        steps.append(f"Record errors from a test run into {proposal.fixtures['v2']}: its README.md says how.")
    steps.append(f"Commit on a branch and merge it: `git add {' '.join(tops)}`.")
    steps.append("Change a code on another branch, commit, and run `errgate check`.")
    yield from (f"  {number}. {step}" for number, step in enumerate(steps, 1))


def nothing(path: str | None, looked: Looked, passed: Sequence[tuple[Candidate, str]]) -> str:
    """Why there is nothing to propose, and what to do."""
    if passed:
        first, why = passed[0]
        return (
            f"The codes at {first.path} {first.pattern} were found, but cannot be read, so nothing was written. {why}"
        )
    if path is not None:
        reason = next((why for name, why in looked.survey.unread if name == path), "")
        return (
            f"No list of error codes was recognized in {path!r}, so nothing was written. {reason} {KINDS} Name another file with "
            "--registry FILE, or write the config by hand: `errgate schema config` describes it."
        ).replace("  ", " ")
    said = (
        f"No error codes and no recorded errors were found in {_count(looked.listed, 'file')}, so nothing was written. {KINDS} "
        "Name the file with --registry FILE, or the kind of errors that the API sends with --preset PRESET, such as problem+json."
    )
    near = [each for each in sorted(looked.survey.registries, key=lambda each: -each.score) if each.score >= 25][:3]
    if near:
        said += f" Not sure enough to be taken: {'; '.join(f'{each.path} {each.pattern}' for each in near)}."
    sources = [name for name in looked.survey.paths if _holds_codes(name)][:3]
    if sources:
        said += (
            f" {', '.join(sources)} may hold the codes, but errgate reads no such source: write them out into a JSON file "
            "in your build, commit it, and name it."
        )
    if looked.survey.unread:
        said += f" Could not be read: {'; '.join(f'{name}: {why}' for name, why in looked.survey.unread[:3])}"
    return said


def _holds_codes(path: str) -> bool:
    stem, _, ending = path.rpartition("/")[2].rpartition(".")
    return (
        ending in SOURCES
        and ending != "py"
        and not is_testing(path)
        and speaks_of_errors(stem)
        and (speaks_of_codes(stem) or any(word in stem.lower() for word in ("constant", "value", "message", "enum")))
    )
