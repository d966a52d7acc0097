"""The pure core: values in, a Report out. No file, clock, environment or network."""
