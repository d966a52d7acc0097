#!/bin/sh
# Makes .venv from requirements/dev.txt and installs this checkout into it. Does nothing where that was done already: the stamp
# .venv/.installed holds a checksum of what went in. An environment knows its folder by its full path, which .venv/.folder
# holds; after a move it is made anew, and so it is when $PYTHON asks for another version.
set -eu
cd "$(dirname "$0")/.."
unset PYTHONHOME PYTHONPATH PIP_USER PIP_TARGET PIP_PREFIX 2>/dev/null || :
export PIP_DISABLE_PIP_VERSION_CHECK=1

python=.venv/bin/python
stamp=.venv/.installed
folder=.venv/.folder
wanted=$(cat requirements/dev.txt pyproject.toml src/errgate/__init__.py | cksum)

version() { "$1" -c 'import sys; print(*sys.version_info[:2]); sys.exit(sys.version_info < (3, 11))' 2>/dev/null; }

usable() {
  [ "$(cat $folder 2>/dev/null)" = "$(pwd)" ] && version $python >/dev/null &&
    { [ -z "${PYTHON:-}" ] || [ "$(version $python)" = "$(version "$PYTHON")" ]; }
}

if usable && [ "$(cat $stamp 2>/dev/null)" = "$wanted" ]; then
  exit 0
fi

rm -f $stamp
if ! usable || ! $python -m pip --version >/dev/null 2>&1; then
  chosen=$(sh tools/find_python.sh)
  echo "Making .venv with $chosen"
  "$chosen" -m venv --clear .venv
  pwd >$folder
fi
echo "Installing what requirements/dev.txt lists into .venv"
if ! $python -m pip install --quiet --require-hashes --requirement requirements/dev.txt; then
  echo "The requirements could not be installed; pip says above why. It asks the package index that it is configured for." >&2
  exit 1
fi
$python -m pip install --quiet --no-deps --no-build-isolation --editable .
printf '%s\n' "$wanted" >$stamp
