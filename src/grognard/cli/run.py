"""One run of the program: a command, an exit code, and never a traceback."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from cyclopts.exceptions import CycloptsError, MissingArgumentError, UnknownCommandError, UnusedCliTokensError

from grognard.cli import BROKEN, DONE, STOPPED, WRONG
from grognard.cli.app import COMMANDS, app
from grognard.cli.console import complain
from grognard.cli.tell import code_of, refusal
from grognard.errors import Ambiguous, Invalid, nearest
from grognard.ruling import Illegal

ALONE = ["serve", "--workers", "1"]  # without words it opens the games in the browser, for one person


def run(argv: Sequence[str] | None) -> int:
    """Run one command and return its exit code."""
    tokens = list(sys.argv[1:] if argv is None else argv) or ALONE
    if tokens[:1] == ["help"]:
        tokens = [*tokens[1:], "--help"]
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a terminal without our signs is no reason to fail
    try:
        code = app(tokens, exit_on_error=False, print_error=False, verbose=False, result_action="return_value")
        sys.stdout.flush()
    except CycloptsError as error:
        complain(usage(error))
        return WRONG
    except Illegal as error:
        complain(refusal(error.ruling))
        return code_of(error.ruling)
    except Ambiguous as error:
        complain(f"{error} (--side SIDE)")
        return WRONG
    except Invalid as error:
        complain(str(error))
        return WRONG
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # the reader has seen enough
        return DONE
    except OSError as error:
        complain(f"{error.filename or 'file'}: {error.strerror or error}")
        return WRONG
    except KeyboardInterrupt:
        complain("stopped")
        return STOPPED
    except Exception as error:
        if os.environ.get("GROGNARD_DEBUG"):
            raise
        complain(f"this is a fault of the program: {type(error).__name__}: {error} (GROGNARD_DEBUG=1 shows where)")
        return BROKEN
    return code if isinstance(code, int) else DONE


def usage(error: CycloptsError) -> str:
    """What is wrong with the command line, in one line."""
    chain = list(error.command_chain or ())
    if isinstance(error, UnknownCommandError):
        word = (error.unused_tokens or ["?"])[0]
        return f"no command '{word}': {' '.join(COMMANDS)}{nearest(word, (*COMMANDS, '--help', '--version'))}"
    message = " ".join(str(error).split())
    if isinstance(error, UnusedCliTokensError):
        message = f"too many words: {' '.join(error.unused_tokens or ())}"
    elif isinstance(error, MissingArgumentError) and error.argument is not None:
        message = f"{error.keyword} needs a value" if error.keyword else f"{error.argument.name} is missing"
    return f"{message.rstrip('.')}; see {' '.join(['grognard', *chain, '--help'])}"
