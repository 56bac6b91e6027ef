"""What wargames share: parts a game is built from. Each knows positions and hexes, none knows a game.

    turn         the sequence of play: phases, verbs, and frames pushed on one another
    verbs        the shapes of verbs (a unit to a hex, units against a hex ...) and of questions within an action
    components   what comes in the box: data files, board, charts, counters by name and side
    counters     positions of named units: where each is, the stacks they make, the hexes a side occupies
    crt          combat results tables: odds to columns, shifts, modifiers, the chance of each result
    aftermath    after a combat: who pays, where to, and the ways of a retreat
    marching     ranges that are remembered, the ways to their hexes, and who can step off
    trace        lines of supply and command over sets of hexes, with detours and limits; roads and railroads as sets
    pools        pools of dice: how many hit, sums and mixtures of pools, exactly
    draws        exact chances of what lies under face-down counters
    levels       levels of victory by the points of one side less the other's
    looks        units in a view, described again only when something they show has changed
    holding      who holds hexes and places, in a view
    overlays     questions about the map: which a game answers, and what must be named with each
    cautions     the units and hexes of a caution, in words

Beside it `grognard.positionfile` reads what the position files of games have in common. docs/add-a-game.md builds a
small game from these parts.
"""
