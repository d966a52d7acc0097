"""Composition: what the command line asks for, from sources through the suite to an exit code."""
