"""What the map means: cities and what they yield, seas and ports, exit zones, countries and sectors."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from grognard.board import Board, block
from grognard.datafile import Entry, Source, load
from grognard.errors import Invalid
from grognard.hexes import Hex, HexSet, hexset, locate

GERMAN, SOVIET = "german", "soviet"


@dataclass(frozen=True, slots=True)
class City:
    """A city, resource center, port or fortress (1.4, 1.5)."""

    name: str
    hex: Hex
    klass: str  # major, minor, town
    value: int
    resource: int
    home: str  # whose Home City it is; '' for towns
    port: str  # major, minor, ''
    fortress: bool


@dataclass(frozen=True, slots=True)
class Sea:
    """A sea zone (15.1): who holds its control port commands it."""

    id: str
    title: str
    control: Hex
    ports: tuple[Hex, ...]
    adjoins: tuple[str, ...]
    straits: tuple[str, ...]  # those of the adjoining seas reached only through the Kerch Straits
    coast: HexSet
    shoals: HexSet  # hexes on its coast that cannot be invaded from it
    sides: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Zone:
    """An off-map area beyond a rail entry hex (16.2)."""

    id: str
    hex: Hex
    entry: Hex
    edge: str
    home: str
    front: str


@dataclass(frozen=True, slots=True)
class Geography:
    """Everything the rules ask of the map besides terrain."""

    cities: dict[Hex, City]
    seas: dict[str, Sea]
    zones: dict[Hex, Zone]
    countries: dict[str, HexSet]
    sectors: dict[str, dict[str, HexSet]]
    landmarks: dict[str, Hex]
    places: dict[str, Hex]

    @classmethod
    def read(cls, source: Source, board: Board, name: str = "geography.toml") -> Geography:
        """The geography of a file, or of a dict in the same form."""
        top = load(source, name)
        top.only("city", "sea", "zone", "countries", "sectors", "landmarks")
        places = {place.name: place.hexes[0] for place in board.places.values()}
        atlas = _Atlas(board, places)
        cities = [atlas.city(entry) for entry in top.entries("city")]
        zones = [atlas.zone(entry) for entry in top.entries("zone")]
        countries, sectors = top.entry("countries", optional=True), top.entry("sectors", optional=True)
        landmarks = top.entry("landmarks", optional=True)
        return cls(
            cities={city.hex: city for city in cities},
            seas={sea.id: sea for sea in map(atlas.sea, top.entries("sea"))},
            zones={zone.hex: zone for zone in zones},
            countries={name: atlas.hexes(countries, name) for name in countries.keys},
            sectors={
                side: {name: atlas.hexes(sectors.entry(side), name) for name in sectors.entry(side).keys}
                for side in sectors.keys
            },
            landmarks={name: atlas.hex(landmarks, landmarks.text(name)) for name in landmarks.keys},
            places=places,
        )


class _Atlas:
    """Reads hexes by number, range or name."""

    def __init__(self, board: Board, places: dict[str, Hex]) -> None:
        self.board, self.places = board, places

    def hex(self, entry: Entry, word: str) -> Hex:
        try:
            return locate(self.board.grid, word, self.places)
        except Invalid as error:
            raise entry.wrong(str(error)) from None

    def hexes(self, entry: Entry, key: str) -> HexSet:
        return self.expand(entry, entry.words(key, ()))

    def expand(self, entry: Entry, words: Iterable[str]) -> HexSet:
        found = 0
        for word in words:
            found |= hexset(block(self.board.grid, word, lambda name: self.hex(entry, name), entry))
        return found

    def city(self, entry: Entry) -> City:
        name = entry.text("name")
        entry = entry.named(f'city "{name}"')
        entry.only("name", "class", "value", "resource", "oil", "mineral", "home", "port", "fortress")
        return City(
            name,
            self.hex(entry, name),
            entry.text("class", "town"),
            entry.whole("value", 0),
            entry.whole("resource", 0),
            entry.text("home", ""),
            entry.text("port", ""),
            entry.flag("fortress", False),
        )

    def sea(self, entry: Entry) -> Sea:
        entry.only("id", "title", "control", "ports", "adjoins", "through", "coast", "shoals", "sides")
        return Sea(
            entry.text("id"),
            entry.text("title"),
            self.hex(entry, entry.text("control")),
            tuple(self.hex(entry, word) for word in entry.words("ports")),
            entry.words("adjoins", ()),
            entry.words("through", ()),
            self.hexes(entry, "coast"),
            self.hexes(entry, "shoals"),
            entry.words("sides", (GERMAN, SOVIET)),
        )

    def zone(self, entry: Entry) -> Zone:
        entry.only("id", "hex", "entry", "edge", "home", "front")
        return Zone(
            entry.text("id"),
            self.hex(entry, entry.text("hex")),
            self.hex(entry, entry.text("entry")),
            entry.text("edge"),
            entry.text("home", ""),
            entry.text("front", ""),
        )


def read_line(source: Source, board: Board, id: str, name: str = "startlines.toml") -> HexSet:
    """The hexes on the German side of a scenario's startline (3.23)."""
    top = load(source, name)
    places = {place.name: place.hexes[0] for place in board.places.values()}
    entry = top.entry(id)
    return _Atlas(board, places).hexes(entry, GERMAN)
