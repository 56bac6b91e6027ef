"""EastFront: blocks under fog of war, headquarters, dice-pool battles, production and weather, 1941 to 1945.

To read beside the rulebook, chapter by chapter:

    0   blocks and fog of war       blocks.py, camps.py (a battle as one side sees it), fog.py (what a side cannot know)
    1   the map                     geography.py, rules.py, and the files in data/
    3   scenarios                   scenario.py, deployment.py, mustering.py (who may be chosen), readiness.py,
                                    autodeploy.py (a deployment for those who want to begin)
    4   the turn                    sequence.py
    5   headquarters                command.py, commanded.py (who may move), mobilizing.py (5.41)
    6   movement                    movement.py, routes.py (where to), stacking.py, crowding.py, rearguard.py and
                                    pursuit.py (6.4), strategic.py (Supreme Moves), journeys.py (trains and ships)
    7   combat                      combat.py, fire.py, rounds.py, losses.py, assault.py (rivers, landings)
    8   control                     control.py
    9   rail                        rail.py
    10  supply                      supply.py
    11  production                  production.py, orders.py (what may be ordered), clauses.py (what orders come to),
                                    budget.py (what is left while they are written), delivery.py (they are carried out)
    12  weather                     sequence.py
    13  air                         combat.py
    14  paratroops                  paras.py
    15  the sea                     sea.py, invasion.py
    16  politics                    objectives.py, balkans.py (W44.5)
    17  victory                     victory.py
"""
