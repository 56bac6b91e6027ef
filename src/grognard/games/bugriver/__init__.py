"""Across the Bug River: formations force the Bug and fight for Volodymyr-Volynskyi, 22 to 25 June 1941.

To read beside the rulebook, chapter by chapter:

    1, 2   the turn, the Ops Cycle  sequence.py, initiative.py
    3      components, set-up       rules.py, scenario.py, setup.py, tables.py, terrain.py, and the files in data/
    5.1    the die, luck            luck.py
    5.3    stacking, what is seen   stacking.py, displacement.py (HQs), crowding.py, fog.py (5.3.4)
    5.4    zones of control         zoc.py
    5.6    effectiveness            effectiveness.py
    5.7    supply                   supply.py
    5.8    command                  command.py
    6      activations, reactions   initiative.py (6.2), activation.py (6.3), reaction.py (6.4)
    7      actions                  actions.py (who may act, and at what cost)
    7.3    movement                 movement.py, ways.py (where to), infiltration.py
    7.4    HQ relocation            relocation.py
    7.5    combat                   combat.py, strength.py, chits.py, drm.py, armour.py, hits.py, retreat.py,
                                    bonus.py (7.5.3); odds.py, the chances of it all
    7.6    refit                    refit.py
    7.7    Improved Defense         improved.py
    7.8    victory                  victory.py, departure.py (who leaves the map)
    8      the Admin Phase          admin.py, recovery.py, assignment.py, replacement.py, reinforcements.py
    10     special rules            pontoons.py, leash.py (Soviet HQs)

`panel.py` is the section of a view that only this game has.
"""
