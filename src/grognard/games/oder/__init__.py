"""Watch on the Oder: the war on Germany's eastern border, January and February 1945.

To read beside the rulebook, chapter by chapter:

    2   components                  rules.py, scenario.py, and the files in data/
    3   set-up, control             setup.py, position.py
    4   victory                     victory.py; points for lost units in losses.py
    5   the turn                    sequence.py; support markers in support.py
    6   stacking                    stacking.py
    7   zones of control            position.py; what they do to movement in movement.py
    8   supply                      supply.py
    9   regrouping, reinforcements  losses.py (when a unit comes back), regroup.py (where)
    10  movement                    movement.py
    11  combat                      eligible.py (who attacks whom), combat.py, odds.py, battle.py (results and advance),
                                    retreat.py, momentum.py (11.8), probing.py (11.9)
"""
