"""Battles in the East: a series of battles at the level of regiments and divisions, 1941 to 1945.

To read beside the rulebook, chapter by chapter:

    4   victory                     victory.py, by the scenario's rule 23.0
    5   set-up                      setup.py; scenario.py reads a battle, crosscheck.py compares its files with each
                                    other, clipping.py cuts it to a board of one's own
    6   the turn                    sequence.py; weather.py, air.py, command.py (6.0d)
    7   reinforcements              reinforcements.py
    8   supply                      supply.py
    9   zones of control            position.py; what they do to movement in movement.py
    10  movement                    movement.py, costs.py, routes.py (where to), overrun.py (10.3)
    11  stacking, integrity         stacking.py, integrity.py
    12  combat                      combat.py, strength.py, shifts.py and support.py (12.3), declare.py (12.3b),
                                    results.py (12.5), retreat.py (12.6), advance.py (12.7)
    13  air                         air.py, command.py (air supply)
    14  headquarters                supply.py, command.py; replaced by reinforcements.py
    16  untried units               untried.py
    17  weather                     weather.py
    18  fortresses, field works     works.py, position.py
    20  bridges                     works.py, costs.py
        scenario rules              demolitions.py, exits.py
"""
