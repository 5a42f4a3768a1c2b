#!/usr/bin/env python3
"""Makes the campaign folder `typhoon-1941`: its tables, and its words; how, is in `common.py`.

    typhoon.py DATA OUT [--check]

`history.txt` is written by `typhoon_history.py` from `typhoon_plan.py`, and copied beside.
"""
import sys

sys.dont_write_bytecode = True

import common  # noqa: E402

LAT0, LON0 = 56.35, 34.8
KLAT, KLON = 111.195, 63.341
COLS, ROWS = 65, 80
START = '1941-10-10'
FRONT = 'front at start'
FEED_LEAVES = True
HUNGRY = []
BOWSER_KM = 54
NO_RAILHEAD = {'Gzhatsk', 'Temkino', 'Meshchovsk', 'Yukhnov'}
LOADS = True


def ring(f):
    """What the Axis holds: west of a line that runs from north to south."""
    return f + [(f[-1][0], 400), (-50, 400), (-50, -50), (f[0][0], -50)]


CROSSING_IDS = {'Protva bridge (Warsaw highway)': 'protva'}
CROSSING_STATES = {}
ADDED_CROSSINGS = [
    ('protva-rail', 'Protva railway bridge', 'Protva', '55.122 36.600', 'bridge', 'rail', 'open',
     'the Kiev line, Maloyaroslavets-Obninskoye'),
    ('vorotynsk', 'Vorotynsk bridges', 'Oka', '54.448 36.126', 'bridge', 'foot vehicles rail', 'open',
     'road and railway Vorotynsk-Kaluga, at the mouth of the Ugra'),
    ('aleksin-road', 'Aleksin road bridge', 'Oka', '54.502 37.026', 'bridge', 'foot vehicles', 'open',
     'the road Kaluga-Aleksin; the bridge of the data carries the railway only'),
]
NUDGED = {}
ADDED_ROADS = [
    ('Serpukhov bridge track', 'poor', 'Serpukhov > 54.853 37.476 > 54.826 37.476',
     'added: over the Serpukhov bridges; the highway of the data ends on the left bank'),
    ('Tarusa ferry track', 'poor', 'Tarusa > 54.718 37.192',
     'added: over the Tarusa ferry; the roads of the data keep to the left bank of the Oka'),
    ('Yukhnov-Mosalsk road', 'poor', 'Yukhnov > Mosalsk',
     'added: without it no road joins XIII and XXXXIII Corps, south of the Ugra, to the dump of 4th Army at Yukhnov'),
    ('Sereda-Bolychevo track', 'poor', 'Sereda (Shakhovskaya) > Bolychevo',
     'added: 2nd Panzer Division is before Bolychevo on 16 October, and no road of the data leads there but from Mozhaisk'),
    ('Chekhov-Krasnaya Pakhra track', 'poor', 'Chekhov > 55.145 37.050 > 55.250 37.020 > Krasnaya Pakhra',
     'added: 43rd Army holds the Nara from 20 October, and no road of the data leads up to its right bank'),
]


def source(place, owner, level, t, whence):
    log, pol = t * 2 // 3 // 60, t // 3 // 50
    return dict(id='ax.src.' + place.lower(), owner=owner, side='AX', level=level, place=place, name='Lorry head ' + place,
                source='yes', log=log, pol=pol,
                note='added: stands for the railhead beyond the map, %s; lorries bring %d LOG and %d POL a day' % (whence, log, pol))


ADDED_DUMPS = [
    source('Gzhatsk', 'ax', 'army_group', 600, 'Smolensk and Yartsevo, from about 20 October Vyazma'),
    source('Temkino', 'ax', 'army_group', 200, 'Vyazma'),
    source('Meshchovsk', 'ax', 'army_group', 300, 'Sukhinichi and Roslavl'),
    source('Yukhnov', 'ax', 'army_group', 700, 'Spas-Demensk and Roslavl, by the Warsaw highway'),
]
ADDED_HEADS = []
ADDED_LEAVES = [
    ('ax.a4.pol', 'ax.a4', 'Fuel bowser column (2), Fourth Army', 'Babynino',
     'the anti-tank battalions of XIII and XXXXIII Corps are motorised and stand 120 and 132 km by road from its one column at '
     'Yukhnov; at the dump of XIII Corps'),
]
MOVED = {
    'ax.a4.13.17id.s9-1': ('54.697 35.718', 'HQ and most of the division stand north of the Ugra, its columns south; one stands at '
                                            'the HQ'),
}
RAIL = [
    # name, first, last, gauge, users, state, note
    ('Vyazma-Gzhatsk-Mozhaisk-Moscow (front)', 'Gzhatsk', 'Uvarovka', 1524, '', 'cut', 'the front lies across it; not relaid in the period'),
    ('Vyazma-Gzhatsk-Mozhaisk-Moscow', 'Uvarovka', 'Moscow', 1524, 'SU', 'open', ''),
    ('Rzhev-Volokolamsk-Moscow', 'Shakhovskaya', 'Moscow', 1524, 'SU', 'open', ''),
    ('Rzhev-Volokolamsk-Moscow (west)', 'Pogoreloye Gorodishche', 'Shakhovskaya', 1524, '', 'cut', 'the front lies across it'),
    ('Kaluga-Maloyaroslavets-Moscow (front)', 'Babynino', 'Vorotynsk', 1524, '', 'cut', 'the front lies across it'),
    ('Kaluga-Maloyaroslavets-Moscow', 'Vorotynsk', 'Moscow', 1524, 'SU', 'open', 'the Kiev line; Kaluga on a spur'),
    ('Kaluga-Tula', 'Kaluga', 'Aleksin', 1524, 'SU', 'open', 'goes on to Tula'),
    ('Vyazma-Kaluga (west)', 'Temkino', 'Medyn', 1524, '', 'cut', 'the front lies across it; not relaid'),
    ('Vyazma-Kaluga', 'Medyn', 'Kaluga', 1524, 'SU', 'open', 'Medyn on a short spur'),
    ('Moscow-Serpukhov-Tula', 'Moscow', 'Tula line station Yasnogorsk', 1524, 'SU', 'open', ''),
    ('Moscow-Klin-Kalinin', 'Moscow', 'Klin', 1524, 'SU', 'open', ''),
]
PREPARED = set()
WEATHER = [
    (10, 'rain', 'mud', 'limited', 'moderate'), (11, 'snow', 'mud', 'limited', 'moderate'), (12, 'clear', 'frosted', 'good', 'good'),
    (13, 'snow', 'frosted', 'moderate', 'moderate'), (14, 'snow', 'frosted', 'moderate', 'moderate'),
    (15, 'snow', 'mud', 'limited', 'moderate'), (16, 'sleet', 'mud', 'limited', 'moderate'), (17, 'rain', 'mud', 'moderate', 'moderate'),
    (18, 'rain', 'deep_mud', 'moderate', 'moderate'), (19, 'rain', 'deep_mud', 'poor', 'moderate'),
    (20, 'fog', 'deep_mud', 'poor', 'poor'), (21, 'fog', 'deep_mud', 'poor', 'poor'), (22, 'cloud', 'deep_mud', 'limited', 'moderate'),
    (23, 'cloud', 'deep_mud', 'moderate', 'moderate'), (24, 'rain', 'deep_mud', 'limited', 'moderate'),
    (25, 'rain', 'deep_mud', 'limited', 'moderate'),
]


def move_leaves(o, g):
    o.moved = {}
    for i, (at, why) in MOVED.items():
        o.by[i]['start_lat'], o.by[i]['start_lon'] = at.split()
        o.moved[i] = why


def digs(r):
    return r['side'] == 'SU'


def entry(r):
    return r['start_place']


def by_rail(r):
    return False


def capacity(r):
    return '2' if r['mobility'] == 'motorised' else ''


TOML = common.toml('typhoon-1941', 'Operation Typhoon: the Mozhaisk line, 10-25 October 1941', START, 16, LAT0, LON0, KLAT, KLON,
                   COLS, ROWS, [], ('frosted', 'mud', 'deep_mud'))
README = """# Operation Typhoon: the Mozhaisk line, 10-25 October 1941

Sixteen days before Moscow. The Soviet fronts of the west have been destroyed at Vyazma; what stands on the Mozhaisk line
are cadets, machine-gun battalions and a few rifle divisions, 45 battalions on 220 km, while armies are raised behind them.
The German corps come up as the pockets let them go, along four highways, into the mud, and their railheads are far behind.

* Scale: corps, one base a battalion; squares of 3 km, 65 by 80; three bounds a day; 10 October is D1.
* Rules: `nqm-squared`; detail `full`: stocks are counted (`--set detail=simple` lets lines and chains decide).
* Moscow time. Mud on 10 and 11 October, frost from the 12th to the 14th, mud again, and from the 18th deep mud: everything
  off the highways takes four times as long.

## What each side has to do

**Axis.** Break the line before it is manned: by the autostrada at Borodino, by the Warsaw highway at Medyn and Ilyinskoye,
at Kaluga. Nothing comes by rail: four lorry heads at the western edge (`ax.src.*`) are all there is, and what lorries bring
a day stands in their notes; book it at the end of each day (`railhead supply receive ax.src.gzhatsk 6 log --from rail`).

**Soviet.** Gain days. Hold Mozhaisk, Maloyaroslavets and Volokolamsk while divisions arrive by day and date, and keep the
railheads behind them; who is driven off the road is lost.

## How to judge it

Historically Kaluga fell on D4, Mozhaisk and Maloyaroslavets on D9, and the front stood on the Nara and before Volokolamsk on
D16. The Axis player has done as well if these are his then, better if Naro-Fominsk or Serpukhov are; the Soviet player has
done well if the autostrada is still his at Mozhaisk on D10.

`history.txt` is the historical course to the night of 25 October for `railhead run`: both sides' marches, the battles,
fought by the rules from seeds, what the lorry heads receive, and the dumps that are brought forward. Who marched on foot faster than
the mud of the model lets him is set on by the umpire. On the first morning everybody on the map is in supply,
down to each battalion. `SOURCES.md` says where the facts come from and what was added to them.
"""
HEAD = """# Sources

""" + common.CREDITS % 'typhoon' + """* The Mozhaisk line, its garrisons and the days on which towns fell: Isaev, Lopukhovsky, Rokossovsky, codenames.info.

## Confidence

Well established: armies, most divisions, the sectors of the Mozhaisk line, the days of Kaluga, Borovsk, Mozhaisk and
Maloyaroslavets. From memory, and changing daily in truth: which German corps had which division, days of arrival, tanks.
Strengths, grades, stocks and capacities are values for the game.

""" + common.COLUMNS + """* Posture: Soviet fighting leaves but tanks within 6 km of the front line are dug in; of the Axis nobody.
* The railheads that the data calls truck sources (Gzhatsk, Temkino, Meshchovsk, Yukhnov) are source depots: no train comes there,
  and lorries from beyond the map bring what is said.

"""


def sources(n, tracks):
    return HEAD + common.listing(n, tracks)


if __name__ == '__main__':
    common.run(sys.modules[__name__])
