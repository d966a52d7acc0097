#!/bin/sh
# Pins requirements/*.in into requirements/*.txt: exact versions with the hash of every file, valid on each platform and on each
# Python from 3.11. What is pinned stays, unless the .in files ask otherwise; "sh tools/lock.sh --upgrade" takes newer versions.
set -eu
cd "$(dirname "$0")/.."

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
.venv/bin/python -m venv "$scratch/uv"
"$scratch/uv/bin/python" -m pip install --quiet --disable-pip-version-check uv

for name in run dev; do
  "$scratch/uv/bin/uv" pip compile "requirements/$name.in" --output-file "requirements/$name.txt" --quiet "$@" \
    --universal --python-version 3.11 --generate-hashes --no-header --no-annotate --no-emit-index-url --no-emit-find-links
done
