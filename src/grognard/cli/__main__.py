"""`python -m grognard.cli` is `grognard`."""

import sys

from grognard.cli import main

if __name__ == "__main__":
    sys.exit(main())
