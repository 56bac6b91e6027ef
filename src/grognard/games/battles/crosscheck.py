"""What the files of a scenario say of each other: a name that means nothing is told in one line, file and key first."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, NoReturn

from grognard.board import block
from grognard.charts import Charts
from grognard.errors import Invalid, nearest
from grognard.games.battles.position import AXIS, SOVIET
from grognard.games.battles.scenario import ByTurn, OwnRule, Scenario, SidePlan, Victory
from grognard.hexes import Hex

if TYPE_CHECKING:
    from grognard.games.battles.rules import Counter, ScenarioFiles

SCENARIO, UNITS, BOARD = "scenario.toml", "units.toml", "board.toml"
SIDES = (AXIS, SOVIET)
FACES = ("1", "2", "3", "4", "5", "6")
TRIED = ("zero", "one-step", "two-step")
FORTS = ("1L", "2L")
GROUNDED = ("", "none", "fewer")
PLACES = ("town", "city", "major-city")
FAIR = "clear"


def crosscheck(found: ScenarioFiles, charts: Charts) -> None:
    """Invalid if a name or a list in one file does not fit the others."""
    Crosscheck(found, charts).run()


class Crosscheck:
    """The files of one scenario."""

    def __init__(self, found: ScenarioFiles, charts: Charts) -> None:
        self.plan, self.board, self.pieces, self.charts = *found, charts
        self.classes = ("infantry", "mechanised")

    def run(self) -> None:
        """All of it, in the order of the files."""
        self._board()
        self._units()
        self._frame(self.plan)
        self._set_up(self.plan)
        for side, given in ((AXIS, self.plan.axis), (SOVIET, self.plan.soviet)):
            self._side(side, given)
        self._formations(self.plan)
        self._weather(self.plan)
        self._victory(self.plan.victory)
        self._own_rules(self.plan)

    # --- what is asked of a name --------------------------------------------------------------------------------------

    @staticmethod
    def wrong(key: str, problem: str, file: str = SCENARIO) -> NoReturn:
        """One line: file, key, problem."""
        raise Invalid(f"{file}: {key}: {problem}")

    def one_of(self, key: str, word: str, known: Collection[str], what: str, file: str = SCENARIO) -> None:
        """The word must be one of those known."""
        if word not in known:
            hint = nearest(word, known)
            few = f": {', '.join(w or 'nothing' for w in sorted(known))}" if not hint and len(known) < 9 else ""
            self.wrong(key, f"no {what} {word}{hint or few}", file)

    def units(self, key: str, names: Iterable[str], side: str = "") -> list[Counter]:
        """Known units, of a side if one is named."""
        found = []
        for name in names:
            self.one_of(key, name, self.pieces.by_id, "unit")
            if side and self.pieces.by_id[name].side != side:
                self.wrong(key, f"{name} is not {side}")
            found.append(self.pieces.by_id[name])
        return found

    def hqs(self, key: str, names: Iterable[str], side: str = "") -> None:
        """Known HQs."""
        for piece in self.units(key, names, side):
            if piece.type != "hq":
                self.wrong(key, f"{piece.id} is no HQ")

    def hex(self, key: str, name: str) -> Hex:
        """A hex of the board."""
        if name not in self.board.grid.by_name:
            self.wrong(key, f"there is no hex {name} on the board")
        return self.board.grid.by_name[name]

    def hexes(self, key: str, words: Iterable[str]) -> list[Hex]:
        """Hexes and blocks of hexes."""
        found: list[Hex] = []
        for word in words:
            found += block(self.board.grid, word, lambda name: self.hex(key, name))
        return found

    def places(self, key: str, words: Iterable[str]) -> list[Hex]:
        """Areas of the scenario, hexes and blocks of hexes."""
        found: list[Hex] = []
        for word in words:
            for part in word.split():
                if part in self.plan.areas:
                    found += self.hexes(f"areas.{part}", self.plan.areas[part])
                elif part[:1].isdigit():
                    found += self.hexes(key, (part,))
                else:
                    self.one_of(key, part, self.plan.areas, "area")
        return found

    def side(self, key: str, word: str) -> None:
        """One of the sides."""
        self.one_of(key, word, SIDES, "side")

    def by_turn(self, key: str, value: ByTurn | tuple[int, ...]) -> None:
        """One number, or as many as there are turns."""
        if not isinstance(value, int) and len(value) != self.plan.turns:
            self.wrong(key, f"{len(value)} numbers for the {self.plan.turns} turns of labels")

    def turns(self, key: str, turns: Iterable[int]) -> None:
        """Turns of the game."""
        for turn in turns:
            if not 1 <= turn <= self.plan.turns:
                self.wrong(key, f"there is no turn {turn}: labels has {self.plan.turns}")

    def rows(self, key: str, rows: Mapping[str, object]) -> None:
        """A row for each face of the die."""
        if set(rows) != set(FACES):
            self.wrong(key, f"must have a row for each of 1 to 6, and has {' '.join(sorted(rows)) or 'none'}")

    def all_of(self, key: str, words: Iterable[str], known: Collection[str], what: str) -> None:
        """Every word must be one of those known."""
        for word in words:
            self.one_of(key, word, known, what)

    @cached_property
    def colours(self) -> set[str]:
        """The colours of HQs."""
        return {piece.army for piece in self.pieces.all if piece.type == "hq"}

    @cached_property
    def formations(self) -> set[str]:
        """The divisions and corps that units name."""
        return {piece.division for piece in self.pieces.all if piece.division}

    # --- board.toml, units.toml ---------------------------------------------------------------------------------------

    def _board(self) -> None:
        board = self.board
        for kind in sorted(set(board.terrain)):
            self.one_of("terrain", kind, (*self.charts.costs("move.infantry.hex"), ""), "terrain", BOARD)
        for kind in board.sides:
            self.one_of("side", kind, tuple(self.charts.costs("move.infantry.side")), "kind of hexside", BOARD)
        for kind in board.lines:
            self.one_of("line", kind, tuple(self.charts.costs("move.infantry.line")), "kind of line", BOARD)
        for place in board.places.values():
            self.one_of(f'place "{place.name}"', place.kind, PLACES, "kind of place", BOARD)

    def _units(self) -> None:
        owner = {piece.army: piece.side for piece in self.pieces.all if piece.type == "hq"}
        sizes = ("XX", *(key for key in self.charts.entry("stacking").keys if key not in ("limit", "division")))
        for piece in self.pieces.all:
            where = f'counter "{piece.id}"'
            self.one_of(where, piece.side, SIDES, "side", UNITS)
            if piece.more.re is None:
                self.one_of(where, piece.size, sizes, "size", UNITS)
            if piece.army and owner.get(piece.army) != piece.side:
                self.wrong(where, f"no HQ of its side has the colour {piece.army}{nearest(piece.army, owner)}", UNITS)
            if piece.more.moves:
                self.one_of(where, piece.more.moves, self.classes, "movement class", UNITS)
            if piece.type == "hq" and len(piece.steps) > 1:
                self.wrong(where, "an HQ has one step: its two faces are its supply", UNITS)
            if piece.type == "hq" and (not piece.army or piece.more.range < 1 or piece.steps[0][0]):
                self.wrong(where, "an HQ has a colour (army), a range of at least 1 and no attack strength", UNITS)
            if piece.more.untried and piece.more.one_step is None:
                self.wrong(where, "an untried unit needs one_step, its strength on the one-step side", UNITS)
            if piece.more.untried:
                self.one_of(where, piece.more.untried, self.plan.untried_table, "untried_table for class", UNITS)
        twice = [army for army in self.colours if sum(p.army == army for p in self.pieces.all if p.type == "hq") > 1]
        if twice:
            self.wrong("pieces", f"two HQs have the colour {twice[0]}", UNITS)

    # --- scenario.toml ------------------------------------------------------------------------------------------------

    def _frame(self, plan: Scenario) -> None:
        if not plan.labels:
            self.wrong("labels", "a scenario has at least one turn")
        self.side("first_player", plan.first_player)
        for id, words in plan.areas.items():
            self.hexes(f"areas.{id}", words)
        for side, words in plan.held.items():
            self.side("held", side)
            self.hexes(f"held.{side}", words)
        for number, fortress in enumerate(plan.fortresses, 1):
            self.hex(f"fortresses {number}", fortress.hex)
            self.side(f"fortresses {number}", fortress.side)
        for hex, fort in plan.forts_at_start.items():
            self.hex("forts_at_start", hex)
            self.one_of(f"forts_at_start.{hex}", fort, FORTS, "field fort")
            if hex not in plan.setup:
                self.wrong(f"forts_at_start.{hex}", "nobody is set up in it, and it would be removed")

    def _set_up(self, plan: Scenario) -> None:
        placed: dict[str, str] = {}
        for name, names in plan.setup.items():
            key = f"setup.{name}"
            if self.board.terrain[self.hex(key, name)] in ("lake", "sea"):
                self.wrong(key, "is water")
            here = self.units(key, names)
            if len({piece.side for piece in here}) > 1:
                self.wrong(key, "both sides in one hex")
            self._once(placed, key, names)
        for number, arrival in enumerate(plan.arrivals, 1):
            key = f"arrivals {number}"
            self.turns(key, (arrival.turn,))
            if len({piece.side for piece in self.units(key, arrival.units)}) > 1:
                self.wrong(key, "units of both sides")
            self._once(placed, key, arrival.units)
            area = self.places(key, (arrival.at,))
            for name in arrival.closed:
                if self.hex(key, name) not in area:
                    self.wrong(f"{key}.closed", f"{name} is not in {arrival.at}")
        if idle := [piece.id for piece in self.pieces.all if piece.id not in placed]:
            self.wrong("setup", f"{idle[0]} of units.toml is neither set up nor arrives")
        for piece in self.units("reduced", plan.reduced):
            if len(piece.steps) < 2:
                self.wrong("reduced", f"{piece.id} has one step only")
        for piece in self.units("untried", plan.untried):
            if not piece.more.untried:
                self.wrong("untried", f"{piece.id} has no untried class in units.toml")
        self.units("optional", plan.optional)
        for number, leader in enumerate(plan.leaders, 1):
            self.hqs(f"leaders {number}", (leader.hq,))
        for number, joined in enumerate(plan.joined, 1):
            self.hqs(f"joined {number}", (joined.hq,))
            self.all_of(f"joined {number}", joined.colours, self.colours, "colour")

    def _once(self, placed: dict[str, str], key: str, names: Iterable[str]) -> None:
        for name in names:
            if name in placed:
                self.wrong(key, f"{name} is in {placed[name]} already")
            placed[name] = key

    def _side(self, side: str, given: SidePlan) -> None:
        self.places(f"{side}.edges", given.edges)
        for number, depot in enumerate(given.sources, 1):
            self.places(f"{side}.sources {number}", (depot.at,))
        command, key = given.command, f"{side}.command"
        self.by_turn(f"{key}.attack_limit", command.attack_limit)
        self.hqs(f"{key}.unlimited", command.unlimited, side)
        for hq, turns in command.unlimited.items():
            self.turns(f"{key}.unlimited.{hq}", turns)
        if command.markers is not None:
            self.hqs(f"{key}.markers.dear", command.markers.dear, side)
            for hq, prices in command.markers.dear.items():
                self.by_turn(f"{key}.markers.dear.{hq}", prices)
        self.places(f"{key}.replaced_at", command.replaced_at)
        self.all_of(f"{key}.not_replaced", command.not_replaced, self.colours, "colour")
        self.all_of(f"{side}.disengagement", given.disengagement, self.classes, "movement class")
        self.all_of(f"{side}.forts", given.forts, FORTS, "field fort")
        self.all_of(f"{side}.fort_places", given.fort_places, PLACES, "kind of place")
        self.by_turn(f"{side}.air_supply", given.air_supply)
        self.all_of(f"{side}.attrition", given.attrition, FACES, "face of the die")
        self.units(f"{side}.local", given.local, side)

    def _formations(self, plan: Scenario) -> None:
        self.all_of("integrity", plan.integrity, self.formations, "formation")
        for klass, rows in plan.untried_table.items():
            self.rows(f"untried_table.{klass}", rows)
            self.all_of(f"untried_table.{klass}", rows.values(), TRIED, "result")
        nations = {piece.more.nation for piece in self.pieces.all}
        for nation, prices in plan.nations.items():
            self.one_of("nations", nation, nations, "nation")
            self.all_of(f"nations.{nation}", prices, self.classes, "movement class")

    def _weather(self, plan: Scenario) -> None:
        states = {FAIR, *plan.weather_states}
        if plan.weather is not None:
            self.rows("weather.rows", plan.weather.rows)
            self.all_of("weather.rows", plan.weather.rows.values(), states, "weather_states")
            self.by_turn("weather.drm", plan.weather.drm)
        for name, state in plan.weather_states.items():
            key = f"weather_states.{name}"
            self.all_of(f"{key}.allowance", state.allowance, self.classes, "movement class")
            self.all_of(f"{key}.road", state.road, self.classes, "movement class")
            self.one_of(f"{key}.air", state.air, GROUNDED, "effect on the air")
            terrain = tuple(self.charts.costs("move.infantry.hex"))
            self.all_of(f"{key}.zoc_shelter", state.zoc_shelter, terrain, "terrain")
        if plan.air is not None:
            self.rows("air.rows", plan.air.rows)
            for face, row in plan.air.rows.items():
                self.all_of(f"air.rows.{face}", row, SIDES, "side")
            self.by_turn("air.drm", plan.air.drm)
        for number, ships in enumerate(plan.naval, 1):
            self.side(f"naval {number}", ships.side)
            self.by_turn(f"naval {number}.points", ships.points)
            self.places(f"naval {number}.coast", (ships.coast,))
            self.hexes(f"naval {number}.ports", ships.ports)

    def _victory(self, plan: Victory) -> None:
        self.side("victory.count", plan.count)
        self.hexes("victory.objectives", plan.objectives)
        if plan.across:
            self.places("victory.across", (plan.across,))
        for number, held in enumerate(plan.held, 1):
            self._hold(f"victory.held {number}", held.side, held.hexes)
            self.turns(f"victory.held {number}.turns", held.turns)
        for number, watch in enumerate(plan.watched, 1):
            self._hold(f"victory.watched {number}", watch.side, watch.hexes)
            self.all_of(f"victory.watched {number}.not_types", watch.not_types, self.pieces.types, "type")
        for number, head in enumerate(plan.bridgehead, 1):
            self._hold(f"victory.bridgehead {number}", head.side, (head.area,))
        for side, prices in plan.losses.items():
            self.side("victory.losses", side)
            self.all_of(f"victory.losses.{side}", prices, self.pieces.types, "type")
        for number, ruin in enumerate(plan.ruins, 1):
            self.side(f"victory.ruins {number}", ruin.side)
            self.all_of(f"victory.ruins {number}", ruin.formations, self.formations, "formation")
            self.all_of(f"victory.ruins {number}.types", ruin.types, self.pieces.types, "type")
        for number, escape in enumerate(plan.escape, 1):
            self._hold(f"victory.escape {number}", escape.side, (escape.area,))
            self.all_of(f"victory.escape {number}", escape.colours, self.colours, "colour")
            self.all_of(f"victory.escape {number}.types", escape.types, self.pieces.types, "type")
        for number, sudden in enumerate(plan.sudden, 1):
            self._hold(f"victory.sudden {number}", sudden.side, sudden.hexes)
        self._levels(plan)

    def _hold(self, key: str, side: str, places: Iterable[str]) -> None:
        self.side(key, side)
        self.places(key, places)

    def _levels(self, plan: Victory) -> None:
        least = [level.least for level in plan.levels]
        if not least or least != sorted(least, reverse=True) or least[-1] != -9999:
            self.wrong("victory.levels", "go from the most points to the fewest, and the last one has no least")
        for number, level in enumerate(plan.levels, 1):
            self.one_of(f"victory.levels {number}.winner", level.winner, ("", *SIDES), "side")

    def _own_rules(self, plan: Scenario) -> None:
        told = {special.id for special in plan.special}
        for number, dear in enumerate(plan.surcharges, 1):
            self._hold(f"surcharges {number}", dear.side, dear.hexes)
        for number, blown in enumerate(plan.demolitions, 1):
            key = f"demolitions {number}"
            self.side(key, blown.side)
            for word in blown.crossings:
                self._crossing(f"{key}.crossings", word)
            if blown.trigger:
                self.hex(f"{key}.trigger", blown.trigger)
            self.all_of(f"{key}.blown_on", map(str, blown.blown_on), FACES, "face of the die")
        for number, exit in enumerate(plan.exits, 1):
            key = f"exits {number}"
            self._hold(key, exit.side, exit.areas)
            self.turns(f"{key}.turns", exit.turns)
            self.all_of(key, exit.colours, self.colours, "colour")
            self.all_of(f"{key}.worth", exit.worth, self.pieces.types, "type")
        for number, gone in enumerate(plan.withdrawals, 1):
            self.side(f"withdrawals {number}", gone.side)
            self.turns(f"withdrawals {number}", (gone.turn,))
            self.one_of(f"withdrawals {number}", gone.formation, self.formations, "formation")
        for number, standing in enumerate(plan.standing, 1):
            self.one_of(f"standing {number}", standing.formation, self.formations, "formation")
            self.turns(f"standing {number}.turns", standing.turns)
        for number, order in enumerate(plan.orders, 1):
            self.all_of(f"orders {number}", order.colours, self.colours, "colour")
            self.hex(f"orders {number}.near", order.near)
            self.turns(f"orders {number}.turns", order.turns)
        own: list[OwnRule] = [*plan.surcharges, *plan.demolitions, *plan.exits, *plan.withdrawals]
        ids = [rule.id for rule in (*own, *plan.standing, *plan.orders)]
        self.all_of("special", ids, told, "entry that tells of")

    def _crossing(self, key: str, word: str) -> None:
        hexes = self.hexes(key, word.split())
        lines = [line for line in self.board.lines.values() if tuple(hexes) in line.links]
        if len(hexes) != 2 or not self.board.crosses("major-river", *hexes) or not lines:
            self.wrong(key, f"no road or railroad crosses a major river between {word}")
