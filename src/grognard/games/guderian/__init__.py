"""Panzergruppe Guderian: the battle of Smolensk, July 1941.

To read beside the rulebook, chapter by chapter:

    3   components                  rules.py, scenario.py, and the files in data/
    4   the turn                    sequence.py
    5   set-up                      setup.py; any other situation: arrange.py, situation.py
    6   movement                    movement.py, routes.py (where to, and what it costs), rail.py (6.3),
                                    overrun.py (6.5, 6.6)
    7   stacking                    stacking.py; integration (7.3) in strength.py
    8   zones of control            position.py; what they do to movement in routes.py
    9   combat                      combat.py, strength.py (9.3), results.py (9.6), retreat.py (9.7), advance.py (9.8)
    10  Leaders                     supply.py (the radius), leaders.py (10.4)
    11  supply                      supply.py
    12  untried units               untried.py; deals.py, what they may turn out to be
    13  interdiction                interdiction.py
    14  reinforcements              reinforcements.py
    15  victory                     victory.py
"""
