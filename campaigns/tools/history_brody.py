#!/usr/bin/env python3
"""Writes campaigns/brody-1941/history.txt: the plan of both sides, bound by bound, from timeline.csv.

Decides who marches where in which bound, which battles are fought, what the umpire books, and when the staffs send
columns; the script is what counts, this only spares typing. Run from the root: python3 campaigns/tools/history_brody.py

A line of the plan is a command of railhead, in which `{a,b}` stands for one command each, or begins with one letter:
`r` marches on the road, `s` on the road each at its own pace, `u` on the road closing up to one square, `c` in contact,
`b` books a square that the beaten are thrown back to; `--` parts the reason. `unit*` stands for all right under it,
`unit*!s1` for all but s1. `== D2 am: text` begins a bound.
"""
import collections
import csv
import itertools
import re

HEAD = '''# The border tank battles as they went, 23 to 30 June 1941, bound by bound, from timeline.csv.
# Battles are fought by the rules from a seed (`battle new`, `battle resolve`); what else became of the beaten is booked by
# the umpire (`unit set ... --reason`, at most 9 km a bound); everybody else marches. The staffs send columns every morning
# (`supply plan --accept`).
# Written by campaigns/tools/history_brody.py.
'''
MANNER = {'r': ('move {} {} --rate road'), 's': ('move {} {} --rate road --split'), 'u': ('move {} {} --rate road --close-up'),
          'c': ('move {} {}'), 'x': ('move {} {} --close-up'), 'b': ('unit set {} square={}')}


KIDS = collections.defaultdict(list)
for row in csv.DictReader(open('campaigns/brody-1941/orbat.csv')):
    KIDS[row['parent']].append(row['id'].rpartition('.')[2])


def members(found):
    """`unit*!s1` with its star spelt out in braces."""
    unit, without = found[1], found[2].split('!')[1:]
    return unit + '.{' + ','.join(kid for kid in KIDS[unit] if kid not in without) + '}'


def variants(text):
    """The text once for each member of its braces."""
    text = re.sub(r'([a-z0-9.]+)\*((?:![-a-z0-9]+)*)', members, text.partition(' -- ')[0]) + text[len(text.partition(' -- ')[0]):]
    parts = [part[1:-1].split(',') if part.startswith('{') else [part] for part in re.split(r'(\{[^}]*\})', text)]
    return [''.join(chosen) for chosen in itertools.product(*parts)]


def command(text):
    body, _, why = text.partition(' -- ')
    first, _, rest = body.strip().partition(' ')
    if first in MANNER:
        unit, _, to = rest.partition(' ')
        body = MANNER[first].format(unit, to)
    return body.strip() + (f' --reason "{why.strip()}"' if why else '')


def closing(bound):
    """The end of a bound; in the morning the staffs send their columns before it."""
    sides = {'D1 am': [], 'D2 am': ['AX']}.get(bound, ['AX', 'SU'] if bound.endswith(' am') else [])
    sent = [f'supply plan --side {side} --accept --reason "the columns of the day"' for side in sides]
    return sent + (['bound close'] if bound else [])


def script(plan):
    lines, opened = [], ''
    for line in plan.splitlines():
        if not line.strip():
            continue
        if line.startswith('== '):
            bound, _, text = line[3:].partition(': ')
            lines += closing(opened)
            opened = bound
            lines += ['', '# ' + '-' * 20 + ' ' + bound, '# ' + text]
        elif line.startswith('#'):
            lines.append(line)
        else:
            lines += [command(each) for each in variants(line)]
    return HEAD + '\n'.join(lines + closing(opened)) + '\n'


PLAN = open('/tmp/h1/plan.txt').read()
if __name__ == '__main__':
    open('campaigns/brody-1941/history.txt', 'w').write(script(PLAN))
