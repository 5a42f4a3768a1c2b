#!/usr/bin/env python3
"""Makes the campaign folder `brody-1941`: its tables, and its words; how, is in `common.py`.

    brody.py DATA OUT [--check]

`history.txt` is written by hand and copied beside.
"""
import sys

sys.dont_write_bytecode = True

import common  # noqa: E402

LAT0, LON0 = 51.32, 23.6
KLAT, KLON = 111.195, 70.714
COLS, ROWS = 88, 61
START = '1941-06-23'
FRONT = ''
FEED_LEAVES = True
HUNGRY = []
BOWSER_KM = 54
NO_RAILHEAD = set()
LOADS = True


def ring(f):
    """What the Axis holds: the north-west, west and north of a line that runs south and then west."""
    return f + [(-50, f[-1][1]), (-50, -50), (f[0][0], -50)]


CROSSING_IDS = {}
CROSSING_STATES = {}
ADDED_CROSSINGS = [
    ('goryn-rail', 'Goryn railway bridge', 'Goryn', '50.430 26.548', 'bridge', 'rail', 'open',
     'the railway Ozhenin-Slavuta'),
    ('krasne-rail', 'Krasne railway bridge', 'Western Bug', '49.917 24.682', 'bridge', 'rail', 'open',
     'the railway Olesko-Krasne'),
    ('dorohusk-road', 'Dorohusk bridge', 'Western Bug', '51.172 23.812', 'bridge', 'foot vehicles', 'open',
     'the road Lyuboml-Dorohusk; held by the Axis'),
    ('dubienka', 'Dubienka pontoon', 'Western Bug', '51.064 23.897', 'bridge', 'foot vehicles', 'open',
     'the road Dubienka-Lyuboml; held by the Axis'),
]
NUDGED = {}
ADDED_ROADS = [
    ('Verba bridge track', 'poor', 'Verba > 50.281 25.658 > 50.281 25.700',
     'added: over the Verba bridge; the roads of the data keep to the left bank of the Ikva there'),
    ('Kolki bridge track', 'poor', 'Kolki > 51.091 25.658',
     'added: over the Kolki bridge, where the road of the data ends'),
    ('Merva bridge track', 'poor', 'Merva > 50.389 25.148 > Berestechko',
     'added: over the Merva bridge, which no road of the data uses'),
    ('Turiysk bridge track', 'poor', 'Turiysk > 51.091 24.555',
     'added: over the Turiysk bridge; road and railway of the data keep to the left bank of the Turya there'),
    ('Ustilug bank track', 'poor', '50.929 24.130 > 50.875 24.130 > 50.875 24.173 > 50.848 24.173',
     'added: to IR 525 of 298th Infantry Division, four squares from a road and from its columns'),
    ('Vladimir-Volynsky north track', 'poor', '50.929 24.215 > 50.929 24.385',
     'added: to 16 RR of 87 Rifle Division, four squares from the columns of its division'),
    ('Klevan-Kostopol road', 'poor', 'Klevan > Orzhev > Kostopol',
     'added: to the railway of Sarny, on which 5th Army bases when Rovno has fallen (`history.txt`)'),
]
ADDED_DUMPS = []
ADDED_HEADS = [
    dict(side='AX', place='Uhnow', line='Belz line', source=True, t=800,
         note='added: where the Belz line comes in at the western edge; the data has a railhead at Belz and no source'),
]
ADDED_LEAVES = [
    ('su.a5.1atb.pol', 'su.a5.1atb', 'Fuel bowser column, 1st Anti-tank Artillery Brigade', '50.788 24.855',
     'the brigade is motorised and has trucks and no bowser in the data'),
    ('su.a6s.3atb.pol', 'su.a6s.3atb', 'Fuel bowser column, 3rd Anti-tank Artillery Brigade', '50.105 24.350',
     'the brigade is motorised and has trucks and no bowser in the data'),
    ('ax.a6.44.pol', 'ax.a6.44', 'Fuel bowser column, XXXXIV Army Corps', 'Belz',
     'its anti-tank battalions are motorised and stand 78 and 84 km by road from the one column of Sixth Army; at its railhead'),
    ('ax.a17.pol', 'ax.a17', 'Fuel bowser column, Seventeenth Army', 'Uhnow',
     'the anti-tank battalions of IV Corps are motorised and nobody above them has a bowser in the data; at the dump of the army'),
    ('su.a5.15rc.pol', 'su.a5.15rc', 'Fuel bowser column, 15th Rifle Corps', 'Maciejow',
     'its guns and motorised battalions stand 93 to 162 km by road from the one column of 5th Army'),
    ('su.a5.27rc.pol', 'su.a5.27rc', 'Fuel bowser column, 27th Rifle Corps', '50.744 24.649',
     'its motorised battalions stand 72 to 93 km by road from the one column of 5th Army; at the HQ of the corps'),
    ('su.a5.pol', 'su.a5', 'Army fuel bowser column, Rovno', 'Rovno',
     'its heavy howitzers at Rovno stand 72 and 81 km by road from its one column at Lutsk; at the base of the army'),
    ('su.a6s.6rc.pol', 'su.a6s.6rc', 'Fuel bowser column, 6th Rifle Corps', '50.049 23.974',
     'its motorised battalions stand 63 to 69 km by road from the one column of 6th Army; at the HQ of the corps'),
]
SOKAL = 'the guns and rockets of the group stand about Sokal, 63 to 87 km by road from its columns at Hrubieszow; at its forward dump'
MOVED = {
    'ax.pg1.u9-2': ('50.474 24.281', SOKAL),
    'ax.pg1.u9-3': ('50.632 24.187', 'the anti-tank battalions of XXIX Corps stand 66 and 72 km by road from Hrubieszow; at the HQ of '
                                     'the corps'),
    'ax.a6.u2': ('51.049 23.892', 'the anti-tank battalion of 56th Infantry Division stands 60 km by road from it; at the dump of the army'),
    'su.a5.27rc.87rd.r2.b1': ('50.848 24.300', 'its square is that of a battalion of 14th Panzer Division'),
}
RAIL = [
    # name, first, last, gauge, users, state, note
    ('Kovel-Rovno-Shepetovka', 'Kovel', 'Shepetovka', 1524, 'SU', 'open', 'the main line of 5th Army'),
    ('Lutsk branch', 'Kivertsy', 'Lutsk', 1524, 'SU', 'open', ''),
    ('Zdolbunov-Brody-Lvov', 'Zdolbunov', 'Lvov', 1524, 'SU', 'open', 'passes Verba and Rudnya-Pochaevskaya'),
    ('Lvov-Ternopol', 'Lvov', 'Zborov', 1524, 'SU', 'open', ''),
    ('Lvov-Stoyanov', 'Lvov', 'Radekhov', 1524, 'SU', 'open', ''),
    ('Lvov-Stoyanov (front)', 'Radekhov', 'Stoyanov', 1524, '', 'cut', 'the front lies across it'),
    ('Vladimir-Sokal-Zholkev (Kovel-Vladimir)', 'Kovel', 'Vladimir-Volynsky', 1524, 'SU', 'open', ''),
    ('Vladimir-Sokal-Zholkev (front)', 'Vladimir-Volynsky', 'Mosty Velikie', 1524, '', 'cut', 'cut on 22 June'),
    ('Vladimir-Sokal-Zholkev (Mosty Velikie-Lvov)', 'Mosty Velikie', 'Lvov', 1524, 'SU', 'open', ''),
    ('Vladimir-Ustilug', 'Vladimir-Volynsky', 'Ustilug', 1524, '', 'cut', 'the front lies across it'),
    ('Kovel-Dorohusk', 'Kovel', 'Lyuboml', 1524, 'SU', 'open', ''),
    ('Kovel-Dorohusk (front)', 'Lyuboml', 'Dorohusk', 1524, '', 'cut', 'the front lies across it; 1435 mm west of the Bug'),
    ('Kovel-Sarny', 'Kovel', 'Manevichi', 1524, 'SU', 'open', ''),
    ('Kremenets branch', 'Dubno', 'Kremenets', 1524, 'SU', 'open', 'the branch to Kamenitsa-Volynskaya'),
    ('Zamosc-Hrubieszow', 'Werbkowice', 'Hrubieszow', 1435, 'AX', 'open', 'comes in at the western edge'),
    ('Rava-Russkaya-Lvov', 'Rava-Russkaya', 'Lvov', 1524, 'SU', 'open', ''),
    ('Belz line', 'Uhnow', 'Belz', 1435, 'AX', 'open', 'standard gauge as far as Belz'),
    ('Belz line (Belz-Krystynopol)', 'Belz', 'Krystynopol', 1524, '', 'cut', 'not relaid'),
]
PREPARED = set()
WEATHER = [
    (23, 'clear', 'dry', 'good', 'good'), (24, 'clear', 'dry', 'good', 'good'), (25, 'clear', 'dry', 'good', 'good'),
    (26, 'clear', 'dry', 'good', 'good'), (27, 'cloud', 'wet', 'good', 'moderate'), (28, 'rain', 'wet', 'moderate', 'moderate'),
    (29, 'rain', 'mud', 'moderate', 'moderate'), (30, 'rain', 'mud', 'moderate', 'moderate'),
]


def move_leaves(o, g):
    o.moved = {}
    for i, (at, why) in MOVED.items():
        o.by[i]['start_lat'], o.by[i]['start_lon'] = at.split()
        o.moved[i] = why


def digs(r):
    return r['side'] == 'SU' and not any(c in r['id'] for c in ('mc.', '.luk.'))


def entry(r):
    return r['start_place']


def by_rail(r):
    return False


def capacity(r):
    return '2' if r['mobility'] == 'motorised' else ''


TOML = common.toml('brody-1941', 'Border tank battles: Dubno, Lutsk, Brody, 23-30 June 1941', START, 8, LAT0, LON0, KLAT, KLON,
                   COLS, ROWS, [], ('dry', 'wet', 'mud'))
README = """# Border tank battles, 23-30 June 1941

Eight days between Lutsk, Dubno, Brody and Rovno. Panzer Group 1 has crossed the Bug and drives for the Styr with the
armoured divisions of III and XXXXVIII Corps; the Southwestern Front has been told to counter-attack with five
mechanised corps and more, which come up from far and one by one.

* Scale: corps, one base a battalion; squares of 3 km, 88 by 61; three bounds a day; 23 June is D1.
* Rules: `nqm-squared`; detail `full`: stocks are counted (`--set detail=simple` lets lines and chains decide).
* Moscow time. Dry until the 26th, wet on the 27th, mud on dirt roads on the 29th and 30th.

## What each side has to do

**Axis.** Take the crossings of the Styr (Lutsk, Berestechko, Shchurovichi) and the road Dubno-Ostrog; keep the panzer
divisions in fuel while the infantry is still fighting for the bunkers behind them. Everything comes from Hrubieszow.

**Soviet.** Bring the mechanised corps into action together and in fuel: each has bowsers for a few days, and marches of
hundreds of kilometres behind it. Hold Lutsk and Dubno with their depots, or cut off at Dubno who has gone too far.

## How to judge it

Historically 11th Panzer Division stood in Dubno on D3 and in Ostrog on D5, 13th Panzer Division in Rovno on D6, and the
mechanised corps were spent by D8. The Soviet player has done as well if Rovno is his on D6, better if Dubno is; the Axis
player has done well if the Goryn is his by D8 and both panzer corps are in POL supply.

`history.txt` is the eight days as they went for `railhead run`: both sides' marches, fifteen battles, what else became of
the beaten, and the staffs' columns every morning (`railhead supply plan --accept`). 124th Rifle Division is cut off about
Poritsk from D2, 7th Motorised and 12th Tank Division about Sitno in the morning of D6, Group Popel before Dubno from D6 to the
end. 5th Army bases on Kostopol, Kovel and Korets when Rovno has fallen: the script opens the depots that stand for the railway
of Sarny and for the highway. `docs/rules/history-brody.md` says where model and history part.

On the first morning everybody on the map is in supply, down to each battalion. `SOURCES.md` says where the facts come from and
what was added to them.
"""
HEAD = """# Sources

""" + common.CREDITS % 'brody' + """* Strengths of the mechanised corps, and what 9th and 19th did: 1-35.ca, Kamenir. 8th Mechanised Corps: Ryabyshev, Shirokorad, Popel
  by way of Solonin.

## Confidence

Well established: armies, corps, most divisions, the tank strength of whole corps, the bridges at Ustilug and Sokal, Lutsk,
Dubno. From memory: German tanks by division, how Soviet tanks were spread over battalions, rifle regiments, days of
arrival. The pockets of Vladimir-Volynsky and Poritsk are not drawn. Strengths, grades, stocks and capacities are values
for the game.

""" + common.COLUMNS + """* Posture: Soviet fighting leaves but tanks within 6 km of the front line are dug in, save those of mechanised corps; of
  the Axis, which attacks everywhere, nobody.

"""


def sources(n, tracks):
    return HEAD + common.listing(n, tracks)


if __name__ == '__main__':
    common.run(sys.modules[__name__])
