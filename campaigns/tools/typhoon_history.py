#!/usr/bin/env python3
"""Plays the plan of `typhoon_plan.py` with the program, bound by bound, and writes campaigns/typhoon-1941/history.txt.

    typhoon_history.py RAILHEAD [LAST_BOUND]

Decides nothing of its own but when a march has come where it was to, where along its way a formation on foot stands after a
bound (nine kilometres, where the plan says `walk`), and which of the seeds 1 to 16 is the first by which a battle ends as the
plan wants. The script is what counts; this only spares typing. Run from the root of the repository; a bound already played is
not played again while nothing before it has changed.
"""
import csv
import hashlib
import inspect
import json
import os
import pickle
import re
import shlex
import shutil
import subprocess
import sys

sys.dont_write_bytecode = True
FOLDER = 'campaigns/typhoon-1941/'
RAILHEAD = os.path.abspath(sys.argv[1])
KEEP = os.environ.get('PLAYED', '/tmp/typhoon-played')
DAYLIGHT = ('am', 'pm')


class World:
    """The campaign as it is played: its file, the lines so far, and the marches that are under way."""

    def __init__(self):
        self.file = KEEP + '/now.railhead'
        self.lines, self.marches, self.notes, self.bound = [], {}, [], (1, 'am')
        self.alike = []

    def call(self, *words):
        """The program on the campaign file: its answer."""
        done = subprocess.run([RAILHEAD, '--campaign', self.file, *words], capture_output=True, text=True, cwd=KEEP)
        return done.returncode, done.stdout, done.stderr.strip()

    def json(self, *words):
        code, out, err = self.call('--format', 'json', *words)
        assert code == 0, (words, err)
        return json.loads(out)

    def do(self, line, may_fail=False):
        """Carries a line out and keeps it; one that is refused is named."""
        code, out, err = self.call(*shlex.split(line))
        if code == 0:
            self.lines.append(line)
        elif not may_fail:
            print(f'  {self.label()}: {line}\n      {err}')
        self.said = err
        return out if code == 0 else None

    def label(self):
        return f'D{self.bound[0]} {self.bound[1]}'

    # ---- where they stand
    def orbat(self):
        rows = self.json('orbat')
        self.rows = {row['id']: row for row in rows}
        self.fighters = {'AX': set(), 'SU': set()}
        for row in rows:
            if self.fights(row):
                self.fighters[row['side']].add(xy(row['square']))
        return self.rows

    @staticmethod
    def fights(row):
        arms = ('infantry', 'motorised', 'armour', 'cavalry', 'recce', 'engineer', 'antitank', 'artillery', 'antiair')
        return (row['leaf'] and row['square'] and row['sp'] and row['arm'] in arms
                and row['state'] in ('organised', 'disorganised', 'broken'))

    def leaves(self, unit):
        return [row for row in self.rows.values() if row['leaf'] and (row['id'] == unit or row['id'].startswith(unit + '.'))
                and row['state'] not in ('off_map', 'destroyed', 'surrendered', 'merged') and row['square']]

    # ---- the words of the plan
    def say(self, *lines):
        self.lines.append('')
        self.lines.append(f'# -------------------- {self.label()}')
        self.lines.extend('# ' + line for line in lines)

    def go(self, units, *way, rate='road', how='--close-up', why=None):
        for unit in spread(units):
            self.marches[unit] = dict(way=list(way), rate=rate, how=how, why=why, walk=False)

    def walk(self, units, to, why, step=3, back=False):
        for unit in spread(units):
            self.marches[unit] = dict(way=[to], why=why, walk=True, step=step, back=back)

    def halt(self, units):
        for unit in spread(units):
            self.marches.pop(unit, None)

    def move(self, units, *way, rate='road', how='--close-up', why=None, over=None):
        for unit in spread(units):
            self.do(f"move {unit} {' '.join(way)}" + (f' --rate {rate}' if rate != 'contact' else '') + (f' {how}' if how else '')
                    + (f' --reason "{why}"' if why else '') + (f' --override "{over}"' if over else ''))

    def book(self, units, what, why):
        for unit in spread(units):
            self.do(f'unit set {unit} {what} --reason "{why}"')

    def fight(self, square, by, why, want='AX', side=None, seeds=range(1, 17)):
        """A battle for a square: the first seed by which it ends with `want` as its holder (a tuple: ends as they are named)."""
        self.orbat()
        by = spread(by)
        for unit in [unit for unit in self.marches if any(one == unit or one.startswith(unit + '.') for one in by)]:
            del self.marches[unit]
        able = []
        for unit in by:
            leaves = [row for row in self.leaves(unit) if self.fights(row)]
            good = [row for row in leaves if row['state'] == 'organised' and beside(xy(row['square']), xy(square))]
            able += [unit] if leaves and len(good) == len(leaves) else [row['id'] for row in good]
        code, out, err = self.call('ground', 'show', square)
        line = f'battle new {square}' + (f' --attacker {side}' if side else '') + ''.join(f' --by {unit}' for unit in able)
        if not able:
            print(f'  {self.label()}: {square}: nobody of {by} can attack')
            return
        if self.do(line) is None:
            return
        number = re.search(r'\(?(\d{4})\)?', out.splitlines()[0])
        battle = f"{self.bound[0]}{self.bound[1]}-{number.group(1)}"
        ends = {}
        for seed in seeds:
            code, out, err = self.call('battle', 'resolve', battle, '--seed', str(seed), '--dry-run')
            ends[seed] = ' '.join(out.split())
            if code:
                print('  ', battle, err)
                return
        good = [seed for seed, out in ends.items() if f'{want} holds' in out]
        print(f'  {self.label()}: {battle}: {len(good)} of {len(ends)} end with {want} holding; {ends[(good or [1])[0]][:150]}')
        if good:
            self.alike.append((self.label(), number.group(1), len(good)))
            self.do(f'battle resolve {battle} --seed {good[0]} --post --reason "{why}"')
        else:
            self.do(f'battle resolve {battle} --seed 1 --post --reason "{why}"')
            self.alike.append((self.label(), number.group(1), -1))

    def sweep(self, front, why):
        """The ground behind the front, by rows of the map and the first column that is not the Axis'."""
        self.orbat()
        known, soviet, squares = sorted(front), self.control('SU'), []
        for row in range(known[0], known[-1] + 1):
            low, high = max(r for r in known if r <= row), min(r for r in known if r >= row)
            col = front[low] if low == high else front[low] + (front[high] - front[low]) * (row - low) / (high - low)
            squares += [(c, row) for c in range(0, int(col + 0.5))]
        self.ground([name(at) for at in squares if at in soviet and at not in self.fighters['SU']], 'AX', why)

    def ground(self, squares, side, why):
        if squares:
            self.do(f"ground set {' '.join(squares)} --side {side} --reason \"{why}\"")

    def control(self, side):
        """The squares that a side controls."""
        out = KEEP + '/out'
        shutil.rmtree(out, ignore_errors=True)
        code, _, err = self.call('export', out)
        assert code == 0, err
        return {xy(row['square']) for row in csv.DictReader(open(out + '/control.csv')) if row['side'] == side}

    def march(self):
        """What is under way goes on: the Soviets first."""
        self.orbat()
        order = sorted(self.marches, key=lambda unit: (not unit.startswith('su'), list(self.marches).index(unit)))
        for unit in order:
            go = self.marches[unit]
            night = self.bound[1] == 'n'
            mine = self.leaves(unit)
            if not mine or (night and not go.get('night')):
                continue
            if go['walk']:
                self.stride(unit, go, mine)
                continue
            to = go['way'][-1]
            line = (f"move {unit} {' '.join(go['way'])}" + (f" --rate {go['rate']}" if go['rate'] != 'contact' else '')
                    + (f" {go['how']}" if go['how'] else '') + (f" --reason \"{go['why']}\"" if go['why'] else ''))
            if self.do(line, may_fail=True) is None:
                if 'stands there already' in self.said:
                    del self.marches[unit]
                elif 'in a convoy' not in self.said and 'hours of this bound' not in self.said:
                    print(f'  {self.label()}: {line}\n      {self.said}')
        self.orbat()

    def stride(self, unit, go, mine):
        """Up to nine kilometres on foot, straight on, all keeping their places, until one has the enemy beside him."""
        to, at = xy(go['way'][0]), xy(self.rows[unit]['square'])
        enemy = self.fighters['SU' if unit.startswith('ax') else 'AX']
        places = {(x - at[0], y - at[1]) for x, y in (xy(row['square']) for row in mine if self.fights(row))} or {(0, 0)}
        steps = []

        def meets(square, how):
            return any(how((square[0] + dx, square[1] + dy), other) for dx, dy in places for other in enemy)
        for _ in range(go['step']):
            if at == to or (not go['back'] and meets(at, beside)):
                break
            dx, dy = to[0] - at[0], to[1] - at[1]
            ways = [(at[0] + (dx > 0) - (dx < 0), at[1])] if dx else []
            ways += [(at[0], at[1] + (dy > 0) - (dy < 0))] if dy else []
            if abs(dy) > abs(dx):
                ways.reverse()
            ways = [way for way in ways if not meets(way, tuple.__eq__)]
            if not ways:
                break
            at = ways[0]
            steps.append(at)
        if steps:
            self.ground([name(step) for step in steps[:-1] if step not in enemy], unit[:2].upper(), go['why'])
            self.do(f"unit set {unit} square={name(steps[-1])} --reason \"{go['why']}\"")
        else:
            print(f'  {self.label()}: {unit} walks no farther: {at}')
        if at == to:
            del self.marches[unit]

    def close(self):
        self.do(f'bound close --seed {bounds().index(self.bound) + 1}')
        day, phase = self.bound
        self.bound = (day, {'am': 'pm', 'pm': 'n'}[phase]) if phase != 'n' else (day + 1, 'am')


def xy(square):
    return int(square[:2]), int(square[2:])


def name(at):
    return f'{at[0]:02}{at[1]:02}'


def beside(a, b):
    return abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1


def spread(units):
    """`ax.a4.{12,13}.hq ax.a4.hq` as ids."""
    ids = []
    for word in units.split() if isinstance(units, str) else units:
        m = re.match(r'(.*?)\{(.*?)\}(.*)$', word)
        ids += [i for part in m.group(2).split(',') for i in spread(m.group(1) + part + m.group(3))] if m else [word]
    return ids


def clear(file):
    """A campaign file, and what lies beside it, is no more."""
    for name in (file, file + '-wal', file + '-shm', file + '-journal'):
        if os.path.exists(name):
            os.remove(name)


def bounds():
    return [(day, phase) for day in range(1, 17) for phase in ('am', 'pm', 'n')]


def play():
    import typhoon_plan as plan
    os.makedirs(KEEP, exist_ok=True)
    source = ''.join(open(FOLDER + f).read() for f in ('orbat.csv', 'campaign.toml', 'roads.csv', 'dumps.csv', 'crossings.csv'))
    mark = hashlib.sha256((source + open(__file__).read()).encode()).hexdigest()
    world, last = World(), sys.argv[2] if len(sys.argv) > 2 else '16n'
    clear(world.file)
    code = subprocess.run([RAILHEAD, 'new', FOLDER, world.file], capture_output=True, text=True)
    assert code.returncode == 0, code.stderr
    for at in bounds():
        typed = f'{at[0]}{at[1]}'
        todo = getattr(plan, 'b' + typed, None)
        mark = hashlib.sha256((mark + typed + (inspect.getsource(todo) if todo else '') + inspect.getsource(plan.every)
                               + plan.HEAD).encode()).hexdigest()
        kept = f'{KEEP}/{typed}'
        if os.path.exists(kept + '.mark') and open(kept + '.mark').read() == mark:
            world = pickle.load(open(kept + '.world', 'rb'))
        else:
            before = bounds().index(at) - 1
            if before >= 0:
                clear(world.file)
                shutil.copy(f"{KEEP}/{bounds()[before][0]}{bounds()[before][1]}.railhead", world.file)
            print('==', typed)
            world.orbat()
            plan.every(world, todo)
            clear(kept + '.railhead')
            assert world.call('backup', kept + '.railhead')[0] == 0
            pickle.dump(world, open(kept + '.world', 'wb'))
            open(kept + '.mark', 'w').write(mark)
        if typed == last:
            break
    open(FOLDER + 'history.txt', 'w').write(plan.HEAD + '\n'.join(world.lines) + '\n')
    for row in world.alike:
        print(*row)


if __name__ == '__main__':
    play()
