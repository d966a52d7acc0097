"""What holds for every test: no setting of the caller reaches in, and nothing reaches the network."""

import os
import socket
from collections.abc import Iterator

import pytest

STRANGERS = ("GIT_", "GITHUB_", "ERRGATE_")
COLOURS = {"NO_COLOR", "FORCE_COLOR", "CLICOLOR", "CLICOLOR_FORCE"}

# Before the test modules are imported, since some of them copy the environment for their processes.
for name in [each for each in os.environ if each.startswith(STRANGERS) or each in COLOURS]:
    del os.environ[name]


@pytest.fixture(scope="session", autouse=True)
def no_network() -> Iterator[None]:
    """A test that connects anywhere but to a socket on this machine's disk fails, and says so."""
    connect = socket.socket.connect

    def refuse(self: socket.socket, address: object) -> None:
        if self.family != getattr(socket, "AF_UNIX", None):
            raise AssertionError(f"A test wants to connect to {address!r}; tests use no network.")
        connect(self, address)  # type: ignore[arg-type]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(socket.socket, "connect", refuse)
        yield
