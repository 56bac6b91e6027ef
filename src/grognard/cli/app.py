"""The commands: where each one lives. A command's module is imported when the command is run."""

from __future__ import annotations

from cyclopts import App, Parameter

from grognard import __version__

app = App(
    name="grognard",
    version=__version__,
    help="""The referee, opponent and map room for operational East Front wargames.

    `grognard` alone opens the games in your browser. At the terminal: `grognard play` opens a game at once; or
    `grognard new guderian`, then `grognard show game.jsonl`.
    """,
    default_parameter=Parameter(negative=(), show_default=False, consume_multiple=False),
    suppress_keyboard_interrupt=False,
)
app["--help"].group = app["--version"].group = "Options"

COMMANDS = {
    "serve": ("web:serve", "Open the games in the browser; with --public, for others too."),
    "games": ("start:games", "List the games, their scenarios and options."),
    "new": ("start:new", "Begin a match and write its save file."),
    "play": ("play:play", "Play an action, lines of actions, or a whole game at a prompt."),
    "show": ("show:show", "Show the position as a map or as a list of units."),
    "choices": ("ask:choices", "Say what may come next."),
    "why": ("ask:why", "Say whether an action is legal, or which rule forbids it."),
    "odds": ("ask:odds", "Compute an attack before it is made: strengths, column, chances."),
    "hint": ("ask:hint", "Say what the staff would play, and why."),
    "undo": ("history:undo", "Take the last action back."),
    "log": ("history:log", "Tell what has happened."),
    "replay": ("history:replay", "Play a match again up to an action."),
    "render": ("picture:render", "Draw the map, or a position on it, as SVG or PNG."),
    "rules": ("rules:rules", "Look a rule up, in our words, with its rulings."),
    "map": ("maps:maps", "Make a map from geography, look it over, draw it."),
    "simulate": ("series:simulate", "Let bots play a series of games and count the results."),
    "report": ("report:report", "Write a page about a match or about many: results, maps, losses, dice."),
    "verify": ("history:verify", "Check a save file, or rescue a damaged one."),
}
for number, (name, (where, help)) in enumerate(COMMANDS.items()):
    app.command(f"grognard.cli.{where}", name=name, help=help, sort_key=number)
