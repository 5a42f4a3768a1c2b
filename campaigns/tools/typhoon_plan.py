"""The plan of campaigns/typhoon-1941/history.txt: who marches where in which bound, which battles are fought, what is booked.

Decides nothing of how it comes out: `typhoon_history.py` plays it. Every battle and booking names its event of the timeline.
Words: `go` and `walk` go on in the next bounds until they are where they were to come, `walk` nine kilometres a bound on
foot whatever the mud; `fight` takes the first seed by which the square ends in the hands that the timeline says.
"""
HEAD = '''# The Mozhaisk line as it went, 10 to 25 October 1941, bound by bound, from timeline.csv.
# Battles are fought by the rules from a seed (`battle new`, `battle resolve`); everybody else marches. Divisions on foot that
# history has faster than the model's mud, and the beaten, are set on by the umpire (`unit set ... --reason`), 9 km a bound.
# Written by campaigns/tools/typhoon_history.py.
'''
LORRIES = (('gzhatsk', 6, 4), ('temkino', 2, 1), ('meshchovsk', 3, 2), ('yukhnov', 7, 4))
HEADS = (('gzhatsk', 'ax.d1', 4, 3, 4), ('meshchovsk', 'ax.d5', 1, 1, 16), ('yukhnov', 'ax.d2', 4, 2, 3))
DATES = {day: f'{day + 9} Oct' for day in range(1, 17)}
DR, PZ10, PZ19, PZ20, MOT3 = 'ax.pg4.40.dr', 'ax.pg4.40.10pz', 'ax.pg4.57.19pz', 'ax.pg4.57.20pz', 'ax.pg4.57.3mot'
PZ2, PZ11, PZ5, ID35, ID106 = 'ax.pg4.5.2pz', 'ax.pg4.46.11pz', 'ax.pg4.46.5pz', 'ax.pg4.5.35id', 'ax.pg4.5.106id'
ID98, ID34, ID17, ID260, ID52 = 'ax.a4.12.98id', 'ax.a4.12.34id', 'ax.a4.13.17id', 'ax.a4.13.260id', 'ax.a4.13.52id'
ID31, ID131, ID258, ID7, ID197 = 'ax.a4.43.31id', 'ax.a4.43.131id', 'ax.a4.20.258id', 'ax.a4.7.7id', 'ax.a4.7.197id'
ID267, ID78, ID87 = 'ax.a4.7.267id', 'ax.a4.9.78id', 'ax.a4.9.87id'


def load(w, place, dump, log, pol):
    """What a lorry head hands to a dump that stands beside it."""
    w.do(f'supply transfer ax.src.{place} {dump} {log} log')
    w.do(f'supply transfer ax.src.{place} {dump} {pol} pol')


def column(w, dump, owner, place, log, pol, name, why):
    """A dump that is loaded at a lorry head, to be brought forward in a later night."""
    w.do(f'dump open {dump} --owner {owner} --at {place} --name "{name}" --reason "{why}"')
    load(w, place.lower(), dump, log, pol)


def every(w, todo):
    """A bound: what the plan says, what is under way, at night what lorries bring, and its end."""
    day, phase = w.bound
    w.say(*([todo.__doc__] if todo and todo.__doc__ else []))
    if phase == 'am' and day > 1:
        for side in ('AX', 'SU'):
            w.do(f'supply plan --side {side} --bounds {6 if side == "AX" else 4} --accept', may_fail=True)
    if todo:
        todo(w)
    w.march()
    if phase == 'n':
        for place, log, pol in LORRIES:
            why = f'{DATES[day]}: what lorries bring a day'
            w.do(f'supply receive ax.src.{place} {log} log --from rail --reason "{why}"')
            w.do(f'supply receive ax.src.{place} {pol} pol --from rail --reason "{why}"')
        for place, dump, log, pol, last in HEADS:
            if day <= last:
                load(w, place, dump, log, pol)
    w.close()


def lines(w, text):
    for line in text.strip().splitlines():
        w.do(line)


def b1am(w):
    """10 October, morning, mud: Das Reich and 10th Panzer Division come down the autostrada; 19th Panzer at Myatlevo."""
    lines(w, '''
setting set battle_hours moves --reason "a battle uses up an hour a move: who has fought may march on"
bound note "10 October: Western and Reserve Fronts are merged under Zhukov"
order ax.pg4.40.dr.r2.b1 move 1130
order ax.pg4.40.dr.r2.b2 move 1130
order ax.pg4.40.dr.r3.b1 move 1130
order ax.pg4.40.dr.s5 move 0929
order ax.pg4.40.10pz move 0929 --rate road
order su.a5.18tb move 1430 --rate road
order ax.a4.12.98id.r1 move 2055
order ax.a4.13.17id.r1 move 2160
bound march
battle new 1852 --by ax.pg4.57.19pz
battle resolve 1am-1852 --seed 4 --post --reason "10 October: 19th Panzer Division throws the airborne men of Starchak off the Warsaw highway"
''')


def b1pm(w):
    """10 October, afternoon: the fight east of Gzhatsk, about Drovnino, with 18th and 19th Tank Brigades."""
    lines(w, '''
battle new 1230 --by ax.pg4.40.dr.r2 --by ax.pg4.40.dr.r3
battle resolve 1pm-1230 --seed 1 --post --reason "10 October, Drovnino: Das Reich drives in the advance guard of 19th Tank Brigade"
order ax.pg4.57.19pz.r1.b2 move 1953
order ax.pg4.57.19pz.t1-1 move 1953
order ax.pg4.57.19pz.t2-1 move 1953
order su.a43.17tb.b1 move 2152
order su.a43.ppu move Ilyinskoye --rate road
order ax.pg4.40.dr.r1 move 0929 --rate road
bound march
''')


def b1n(w):
    """10/11 October: lorries and bowsers close up in the mud."""
    lines(w, '''
move ax.pg4.40.dr.s10 0629 --rate road
move ax.pg4.57.19pz.s10-1 1653 --rate road
''')


FOOT = ': on foot, 9 km a bound'


SWEPT = 'the ground behind the front of this day, which the drawn line of the data crosses by the 25th, is searched'
# Rows of the map, and the first column that is not the Axis' when the day ends.
START = {0: 1, 6: 3, 11: 4, 15: 6, 18: 6, 21: 7, 24: 8, 27: 9, 30: 9, 34: 9, 37: 8, 42: 10, 46: 12, 50: 15, 54: 19, 57: 21,
         61: 22, 67: 22, 71: 22, 77: 24, 79: 24}
FRONT = {
    2: {30: 15, 34: 10, 37: 9, 42: 10, 46: 13, 50: 20, 51: 22, 57: 23, 61: 24, 67: 24, 71: 23},
    3: {0: 2, 11: 5, 18: 7, 24: 9, 27: 12, 30: 18, 34: 12, 37: 11, 42: 12, 46: 18, 50: 24, 54: 24, 57: 25, 61: 26, 67: 27, 71: 25},
    4: {6: 4, 18: 8, 24: 10, 27: 14, 30: 19, 34: 14, 37: 14, 42: 20, 46: 24, 50: 25, 57: 26, 61: 28, 66: 31, 71: 26},
    5: {11: 6, 18: 9, 24: 12, 27: 16, 29: 19, 30: 20, 32: 18, 34: 16, 37: 17, 42: 24, 46: 26, 57: 27, 61: 30, 66: 33, 71: 28, 77: 29},
}


def swept(w):
    """The ground that the divisions of the front have passed by, once a night."""
    front = dict(START)
    for day in range(2, w.bound[0] + 1):
        front.update(FRONT.get(day, {}))
    w.sweep(front, f'{DATES[w.bound[0]]}: {SWEPT}')


def b2am(w):
    """11 October, morning: 19th Panzer Division for Medyn; what was at Yukhnov follows on the Warsaw highway."""
    w.walk('su.a43.ppu', '2950', back=True, why='11 Oct, Ilyinskoye: the forward detachment of the cadets falls back from the Izver and Shanya')
    w.book('su.a43.star', 'state=destroyed', "11 Oct, Medyn: what is left of Starchak's men is scattered before it")
    w.walk('su.a49.194rd', '3757', '12 Oct, Kaluga: 194th Division is driven off to the north-east', back=True)
    w.walk('su.a49.31cd', '3070', '12 Oct, Kaluga: 31st Cavalry Division goes back over the Oka', back=True)
    w.go(PZ19, '2151')
    w.go(MOT3, '2052')
    w.go(PZ20, '1753')
    w.go(ID34, '2052')
    w.walk(ID98, '2350', '12 Oct, Sergeevka: 98th Division is on the Ilyinskoye line by the next evening' + FOOT)
    w.walk(ID17, '2966', '12 Oct, Kaluga: 17th Division marches on it' + FOOT)
    w.walk(ID260, '2867', '12 Oct, Kaluga: 260th Division marches on it' + FOOT)
    w.walk(ID52, '3067', '12 Oct, Kaluga: 52nd Division marches on it' + FOOT)
    w.go(DR, '1230', how='--split')
    w.go('su.a5.19tb su.a5.18tb', '1830', how='')
    w.go('ax.pg4.57.{hq,u1,u3}', '1653', how='')
    w.go('su.a5.32rd.{r1,s8}', '2030', how='', why='13 Oct, Elnya (Borodino): 32nd Division mans the Borodino position')
    w.go('su.a5.32rd.r2', '1929', how='', why='13 Oct, Elnya (Borodino): 32nd Division mans the Borodino position')
    w.go('su.a5.32rd.r3', '2031', how='', why='13 Oct, Elnya (Borodino): 32nd Division mans the Borodino position')
    w.go('su.a43.312rd.r1', '2855', how='')
    w.go('su.a43.312rd.r2', '2857', how='')


def b2pm(w):
    """11 October, afternoon: Medyn."""
    w.fight('2152', [PZ19], '11 Oct, Medyn: 19th Panzer Division throws back 17th Tank Brigade')
    w.go('su.a43.17tb', '2949', why='11 Oct, Medyn: 17th Tank Brigade goes back on the Ilyinskoye line')
    w.go(PZ19, '2251', why='11 Oct, Medyn: 19th Panzer Division takes it')
    w.march()
    w.halt('su.a43.17tb')
    w.go('su.a43.17tb', '2949', why='11 Oct, Medyn: 17th Tank Brigade goes back on the Ilyinskoye line')


def b2n(w):
    """11/12 October: columns close up."""
    swept(w)


def drives(unit, *parts):
    """The parts of a division that fight a battle: its staff, lorries and guns stay behind."""
    return [f'{unit}.{part}' for part in parts]


DR_RGTS = drives(DR, 'r1', 'r2', 'r3')
PZ10_KG = drives(PZ10, 'r1', 'r2', 't1-1', 't2-1', 't3-1')
PZ19_KG = drives(PZ19, 'r1', 'r2', 't1-1', 't2-1', 't3-1')
PZ20_KG = drives(PZ20, 'r1', 'r2', 't1-1', 't2-1')
MOT3_KG = drives(MOT3, 'r1', 'r2')
PZ2_KG = drives(PZ2, 'r1', 'r2', 't1-1', 't2-1', 't3-1')


def foot(unit):
    return drives(unit, 'r1', 'r2', 'r3')


def near(w, square, unit, why):
    """A battle by a division for the square of an enemy beside it that is nearest to the one named."""
    at = (int(square[:2]), int(square[2:]))
    w.orbat()
    mine = [(int(row['square'][:2]), int(row['square'][2:])) for part in foot(unit) for row in w.leaves(part) if w.fights(row)]
    beside = [there for there in w.fighters['SU'] if any(abs(there[0] - x) + abs(there[1] - y) == 1 for x, y in mine)]
    if beside:
        there = min(beside, key=lambda one: (abs(one[0] - at[0]) + abs(one[1] - at[1]), one))
        w.fight(f'{there[0]:02}{there[1]:02}', foot(unit), why)
    else:
        print(f'  {w.label()}: {unit} has nobody beside it')


def b3am(w):
    """12 October, morning, frost: on to the Ilyinskoye line and to Kaluga."""
    w.walk('su.a49.49mix', '3267', '12 Oct, Kaluga: the garrison is pressed back into the town', back=True)
    w.walk('su.a49.31cd', '3467', '12 Oct, Kaluga: 31st Cavalry Division goes back over the Oka', back=True)
    w.walk('su.a49.5grd.{r2,r3,s2,s3,s4,s5,s6,s7,s8}', '3367', '12 Oct, Kaluga: 5th Guards Division clears the town', back=True)
    w.go('su.a49.{hq,u1-1,u1-2,u2,u3,u4,u5,u6}', 'Ferzikovo', how='', why='12 Oct, Kaluga: the staff of 49th Army leaves')
    w.go(PZ19, '2450', why='12 Oct, Sergeevka: 19th Panzer Division comes to the Ilyinskoye line')
    w.go(PZ20, '2251')
    w.go(MOT3, '3242', why='13 Oct, Borovsk: 3rd Motorised Division comes by the flank road of Medyn')
    w.go(DR, '1930', why='13 Oct, Elnya (Borodino): Das Reich comes down the autostrada')
    w.go(PZ10, '1530', why='14 Oct, Rogachevo: 10th Panzer Division comes down the autostrada')
    w.go('su.a5.19tb su.a5.18tb', '2330', how='', why='13 Oct, Elnya (Borodino): the tank brigades go behind 32nd Division')
    w.go('ax.pg4.40.{hq,u1,u3}', '1130', how='')
    w.walk(ID258, '3442', '13 Oct, Borovsk: 258th Division marches on it from Temkino: on foot, 12 km a bound', step=4)
    w.walk(ID31, '2375', '14 Oct, Peremyshl: 31st Division marches to the Oka' + FOOT)
    w.go('su.a43.53rd', '3447', why='12 Oct: 53rd Division between Borovsk and Maloyaroslavets')
    w.go('su.a43.113rd.{r1,s4}', '3342', how='--close-up', why='13 Oct, Borovsk: 113th Division goes to meet them')


def b3pm(w):
    """12 October, afternoon: 98th Infantry and 19th Panzer Division before the Ilyinskoye line."""


def b3n(w):
    """12/13 October."""
    w.go('ax.pg4.57.{hq,u1,u3}', '2251', how='')
    w.move('ax.pg4.57.u2', '1853', how='')
    column(w, 'ax.d.flank', 'ax.a4', 'Yukhnov', 4, 3, '4th Army dump of the flank road', '12 Oct: loaded for the flank road of Medyn')
    column(w, 'ax.d.sereda', 'ax.pg4', 'Gzhatsk', 5, 6, 'Panzer Group 4 dump for V Corps', '12 Oct: loaded for V Corps')
    swept(w)


def b4am(w):
    """13 October, morning: Das Reich before Borodino; Kaluga."""
    w.fight('2030', [DR + '.r1'], '13 Oct, Elnya (Borodino): Das Reich hits the Borodino position', want='SU')
    w.go(DR + '.r1', '1730', why='13 Oct, Elnya (Borodino): Deutschland gathers again')
    w.go(PZ10, '1829', why='14 Oct, Rogachevo: 10th Panzer Division comes up beside Das Reich')
    w.go('su.a5.20tb', '2229', why='15 Oct, Artemki: 20th Tank Brigade comes up')
    w.go('su.a43.110rd', '3639', why='13 Oct, Borovsk: 110th Division north of it')


def b4pm(w):
    """13 October, afternoon: Kaluga falls; the meeting battle before Borovsk."""
    w.fight('3167', foot(ID17) + foot(ID52) + foot(ID260), '12 Oct, Kaluga: XIII Corps takes it')
    w.march()
    w.fight('3342', MOT3_KG, '13 Oct, Borovsk: 3rd Motorised Division meets 113th Division')


def b4n(w):
    """13/14 October."""
    w.do('dump move ax.d2 Medyn --reason "11 Oct, Medyn: the dump of 4th Army comes up by the highway"')
    w.do('dump move ax.d3 2450 --reason "12 Oct, Sergeevka: the dump of LVII Corps comes up behind 19th Panzer Division"')
    swept(w)


def b5am(w):
    """14 October, morning: the break-in north of Elnya; XXXXIII Corps bridges the Oka."""
    w.fight('1929', PZ10_KG + drives(DR, 'r2', 'r3'), '14 Oct, Rogachevo: 10th Panzer and Das Reich break into the main line')
    w.do('unit command su.a33.151mrb su.a5 --reason "14 Oct: 151st Motor-Rifle Brigade fights under 5th Army until 33rd Army has its staff"')
    w.do('crossing build 2676 2776 --by ax.a4.43.31id --id peremyshl-pontoon --reason "14 Oct, Peremyshl: XXXXIII Corps crosses the Oka"')
    w.walk(ID31, '2676', '14 Oct, Peremyshl: 31st Division crosses the Oka' + FOOT)


def b5pm(w):
    """14 October, afternoon."""
    w.go(PZ10, '1929', why='14 Oct, Rogachevo: 10th Panzer Division gathers again')
    w.go(DR, '1929', why='14 Oct, Rogachevo: Das Reich gathers again')
    w.go('su.a5.20tb', '2129', why='15 Oct, Artemki: 20th Tank Brigade comes up')
    w.walk('su.a49.5grd', '3667', '12 Oct, Kaluga: 5th Guards Division goes back on Ferzikovo', back=True)
    w.walk('su.a49.49mix', '3866', '12 Oct, Kaluga: the garrison goes back on Ferzikovo', back=True)
    w.go('su.a49.31cd', '3767', how='', why='12 Oct, Kaluga: 31st Cavalry Division goes back on Ferzikovo')
    w.go(PZ20, '2549', why='16 Oct, Ilyinskoye: 20th Panzer Division comes up')


def b5n(w):
    """14/15 October."""
    w.do('dump move ax.d.flank 2747 --reason "15 Oct, Borovsk: what was loaded for it comes up the flank road"')
    w.do('dump move ax.d1 Uvarovka --reason "14 Oct, Rogachevo: the dump of Panzer Group 4 comes up by the autostrada"')
    w.go('ax.pg4.{hq,u4} ax.pg4.40.{hq,u1,u3}', 'Uvarovka', how='')
    swept(w)


# ---- 15 October
FRONT[6] = {11: 8, 15: 9, 16: 10, 17: 13, 18: 16, 19: 19, 20: 20, 22: 19, 24: 17, 27: 18, 30: 20, 34: 20, 37: 20, 41: 28, 42: 33, 44: 32, 46: 30, 47: 28, 49: 26, 50: 26,
            61: 31, 66: 34, 71: 30, 77: 30}


def b6am(w):
    """15 October, morning, mud again: 32nd Division and 20th Tank Brigade counter-attack west of Artemki."""
    w.go('su.a5.20tb', '2029', why='15 Oct, Artemki: 20th Tank Brigade counter-attacks')
    w.go('su.a5.{121ap,367ap,421ap,408ap}', '2531', how='', why='15 Oct, Artemki: the anti-tank regiments go behind it')
    w.go('su.a5.230rr.b1', '2229', why='16 Oct, Artemki: the reserve regiment holds it')
    w.go('su.a5.32rd.{s1,s2,s3,s4,s5,s6,s7,s9,s10,s11}', '2831', why='15 Oct, Artemki: the rear of 32nd Division goes back behind it')
    w.go('su.a43.113rd.{s1,s2,s3,s5,s6,s7,s8,s9,s10,s11}', '3843', why='15 Oct, Borovsk: the rear of 113th Division leaves')
    w.walk('su.a43.113rd.{r1,s4}', '3642', '15 Oct, Borovsk: 113th Division is pressed back into it', back=True)
    w.go(PZ19, '2550', why='16 Oct, Ilyinskoye: 19th Panzer Division before the bunkers')
    w.go('ax.a4.20.{hq,u1,u2}', 'Iznoski', how='')
    w.go('ax.a4.13.{hq,u1,u2,u3}', 'Kaluga', how='')
    w.walk(ID17, '3463', '24 Oct, Tarusa: 17th Division goes on along the left bank of the Oka: on foot, 6 km a bound', step=2)
    w.walk(ID260, '3365', '24 Oct, Tarusa: 260th Division goes on along the left bank of the Oka: on foot, 6 km a bound', step=2)
    w.go(ID52, '3667', why='24 Oct, Tarusa: 52nd Division goes on by the road of Ferzikovo')
    w.walk(ID31, '3075', '14 Oct, Peremyshl: 31st Division goes on east of it: on foot, 3 km a bound', step=1)
    w.go(ID131, '1972', '2775', why='14 Oct, Peremyshl: 131st Division follows')
    w.go(ID34, '2450', why='16 Oct, Ilyinskoye: 34th Division comes up behind the line')
    w.go('ax.a4.7.{7id,197id}', '1229', why='18 Oct: VII Corps comes up from the Vyazma pocket')
    w.go('ax.a4.7.{hq,u1,u3}', '1130', how='')
    w.go('ax.pg4.5.35id ax.pg4.5.106id', 'Sereda_(Shakhovskaya)', '1618', why='23 Oct, Spas-Ryukhovskoye: V Corps comes up by Sereda')
    w.go('ax.pg4.5.{hq,u1,u2,u3}', 'Sereda_(Shakhovskaya)', how='')
    w.go('ax.a4.20.268id', 'Iznoski')
    w.go('ax.a4.12.{hq,u1,u2,u3}', '2251', how='')


def b6pm(w):
    """15 October, afternoon."""
    w.fight('1929', ['su.a5.20tb', 'su.a5.32rd.r1'], '15 Oct, Artemki: 32nd Division and 20th Tank Brigade counter-attack', side='SU')
    w.go(MOT3, '3542', why='15 Oct, Borovsk: 3rd Motorised Division comes to the Protva')
    w.walk(ID258, '3542', '15 Oct, Borovsk: 258th Division comes to the Protva: on foot, 12 km a bound', step=4)
    w.fight('2650', PZ19_KG, '16 Oct, Ilyinskoye: 19th Panzer Division takes the bunkers before Sergeevka')


def b6n(w):
    """15/16 October."""
    w.do('unit set ax.pg4.5.2pz entry=1820 --reason "16 Oct, Bolychevo: 2nd Panzer Division attacks there on the day on which it comes, by Sereda"')
    w.do('dump move ax.d.sereda Sereda_(Shakhovskaya) --reason "16 Oct, Bolychevo: what was loaded for V Corps comes to Sereda"')
    swept(w)


# ---- 16 October
FRONT[7] = {0: 3, 11: 10, 15: 11, 20: 19, 22: 19, 24: 18, 27: 19, 30: 20, 34: 24, 37: 23, 41: 32, 42: 35, 44: 34, 46: 30, 47: 29, 49: 26, 50: 27,
            61: 32, 66: 36, 71: 32, 77: 31}


def b7am(w):
    """16 October, morning, sleet: Artemki; Ilyinskoye."""
    w.fight('1920', PZ2_KG, '16 Oct, Bolychevo: 2nd Panzer Division on the left flank of 316th Division')
    w.go('su.a5.121ap', '2531', why='16 Oct, Artemki: the anti-tank regiments go behind it')
    w.go(PZ10, '2129', why='16 Oct, Artemki: 10th Panzer Division before it')
    w.go(DR, '2130', why='16 Oct, Artemki: Das Reich by the old road')
    w.walk('su.a5.{367ap,421ap,408ap}', '2731', '16 Oct, Artemki: the anti-tank regiments go back', back=True)
    w.walk('su.a5.32rd.{r1,r2,r3,s8}', '2731', '16 Oct, Artemki: 32nd Division goes back', back=True)
    w.go('su.a5.20tb', '2631', why='16 Oct, Artemki: 20th Tank Brigade goes back')
    w.fight('2750', PZ19_KG + PZ20_KG, '16 Oct, Ilyinskoye: tanks of 19th and 20th Panzer break through')
    w.go('su.a5.{18tb,19tb}', '2731', how='')
    w.go('ax.a4.7.267id', '1229', why='18 Oct: VII Corps comes up from the Vyazma pocket')
    w.walk(ID197, '1933', '18 Oct, Vereya: 197th Division marches on it across country' + FOOT)
    w.go('ax.a4.20.{hq,u1,u2}', 'Medyn', how='')


def b7pm(w):
    """16 October, afternoon: Borovsk falls; Artemki; 2nd Panzer at Bolychevo."""
    w.fight('3642', MOT3_KG + foot(ID258), '15 Oct, Borovsk: 258th and 3rd Motorised Division take it')
    w.fight('2020', PZ2_KG, '16 Oct, Bolychevo: 2nd Panzer Division takes the state farm')
    w.walk('su.a16.316rd.r3', '2016', '16 Oct, Bolychevo: the left regiment of 316th Division goes back', back=True)
    w.go('su.a16.289ap', '2316', why='16 Oct, Bolychevo: the anti-tank regiment goes back')
    w.march()
    w.fight('2229', DR_RGTS + PZ10_KG, '16 Oct, Artemki: Das Reich and 10th Panzer take it')
    w.halt('su.a5.230rr.b1')


def b7n(w):
    """16/17 October."""
    w.do('dump move ax.d.flank 3342 --reason "15 Oct, Borovsk: the dump of the flank road goes after 3rd Motorised Division"')
    w.do('dump move ax.d2 2550 --reason "16 Oct, Ilyinskoye: the dump of 4th Army goes after LVII Corps"')
    column(w, 'ax.d.ostashevo', 'ax.pg4', 'Gzhatsk', 6, 5, 'Panzer Group 4 dump Ostashevo', '16 Oct: loaded for V Corps')
    w.do('dump move ax.d4 Kaluga --reason "12 Oct, Kaluga: the dump of XIII Corps comes up"')
    swept(w)


# ---- 17 October
FRONT[8] = {0: 4, 11: 11, 15: 12, 18: 16, 19: 20, 20: 21, 22: 21, 24: 19, 27: 20, 29: 23, 30: 23, 34: 25, 37: 25, 41: 34, 42: 37, 44: 36, 46: 33, 48: 29,
            49: 30, 51: 29, 54: 28, 57: 29, 61: 33, 66: 36, 71: 32, 77: 32}
BACK8 = '17 Oct, Detchino: 312th Division and the cadets are ordered back'


def b8am(w):
    """17 October, morning, rain: 312th Division and the cadets are ordered back; 10th Panzer goes round Mozhaisk by the north."""
    w.do('unit command su.a33.151mrb su.a33 --reason "17 Oct: 33rd Army has its staff at Naro-Fominsk"')
    w.do('crossing build 2229 2230 --by ax.pg4.40.10pz --id artemki-pontoon --reason "17 Oct, Mozhaisk: engineers bridge the Moskva at Artemki"')
    w.walk('su.a43.312rd', '4151', BACK8, back=True)
    w.walk('su.a43.ppu su.a43.108zsp', '4545', BACK8, back=True, step=4)
    w.walk('su.a43.pau', '4546', BACK8, back=True, step=4)
    w.go('su.a43.53rd', '3845', why=BACK8)
    w.go('su.a43.17tb su.a43.9tb', '3449', why='18 Oct, Maloyaroslavets: the tank brigades cover it')
    w.go('su.a43.{hq,u1-1,u1-2,u2,u3,u4,u5,u6}', 'Krasnaya_Pakhra', how='', why='17 Oct, Detchino: the staff of 43rd Army goes back')
    w.go('su.a43.{382ap,452ap,517ap}', '4545', how='')
    w.go(PZ19, '3050', why='18 Oct, Maloyaroslavets: 19th Panzer Division comes by the highway')
    w.go(PZ20, '2850')
    w.walk(ID98, '3249', '18 Oct, Maloyaroslavets: 98th Division follows on the highway' + FOOT)
    w.go(ID34, '2750')
    w.go(PZ10, '2429', why='17 Oct, Mozhaisk: 10th Panzer Division goes round by the north')
    w.go(DR, '2330', why='17 Oct, Mozhaisk: Das Reich by the old road')
    w.go('su.a5.{hq,u1-1,u1-2,u2,u3,u4,u5,u6}', 'Kubinka', how='', why='18 Oct, Kubinka: the staff of 5th Army leaves Mozhaisk')
    w.walk('su.a5.36mc', '3628', '16 Oct, Artemki: the motorcyclists go back', back=True)
    w.go('su.a5.18tb su.a5.19tb', '3030', how='')
    w.walk('su.a5.230rr', '2927', '17 Oct, Mozhaisk: the reserve regiments go back', back=True)
    w.walk('su.a5.vpu', '2723', '18 Oct, Ostashevo: the cadets of the military-political school go back on Ruza', back=True)
    w.go('ax.a4.9.{78id,87id}', '1730', '2130', why='20 Oct, Shalikovo: IX Corps comes by the autostrada')
    w.go('ax.a4.9.{hq,u1,u2,u3}', 'Uvarovka', how='')
    w.go('ax.a4.20.15id', '2251')
    w.go(PZ11, 'Uvarovka', why='17 Oct: XXXXVI Corps comes by the autostrada')
    w.go('ax.pg4.46.{hq,u1,u2,u3}', 'Gzhatsk', how='')
    w.go(ID7, '2130', why='22 Oct, Dorokhovo: 7th Division comes by the autostrada')
    w.go(ID267, '2130', why='22 Oct, Dorokhovo: 267th Division comes by the autostrada')
    w.walk(ID197, '2737', '18 Oct, Vereya: 197th Division marches on it across country' + FOOT)
    w.go(PZ2, '2119', why='18 Oct, Ostashevo: 2nd Panzer Division goes on it')
    w.go('ax.pg4.5.{hq,u1,u3}', '1718', how='')
    w.walk('su.a49.5grd', '4066', '24 Oct, Tarusa: 5th Guards Division is pressed back along the Oka', back=True, step=2)
    w.walk('su.a49.49mix', '4264', '24 Oct, Tarusa: the reserve regiments are pressed back along the Oka', back=True, step=2)
    w.walk('su.a49.60rd', '4465', '24 Oct, Tarusa: 60th Division is pressed back along the Oka', back=True, step=2)
    w.walk('su.a49.31cd', '4567', '24 Oct, Tarusa: 31st Cavalry Division goes back on Aleksin', back=True)
    w.go('su.a49.{hq,u1-1,u1-2,u2,u3,u4,u5,u6}', 'Kremenki', how='', why='24 Oct, Tarusa: the staff of 49th Army goes back')
    w.walk('su.a49.194rd', '4555', '20 Oct, Tarutino: 194th Division is pressed back to the Protva', back=True)


def b8pm(w):
    """17 October, afternoon."""
    w.go(MOT3, '3742', why='21 Oct, Naro-Fominsk: 3rd Motorised Division comes by Balabanovo')
    w.walk(ID258, '3742', '21 Oct, Naro-Fominsk: 258th Division comes by Balabanovo' + FOOT)
    w.walk('su.a43.110rd', '4237', '21 Oct, Naro-Fominsk: 110th Division goes back to the Nara', back=True)
    w.walk('su.a43.113rd', '4540', '21 Oct, Naro-Fominsk: 113th Division goes back to the Nara', back=True)


def b8n(w):
    """17/18 October."""
    w.do('dump move su.d2 Kubinka --reason "18 Oct, Kubinka: the dump of 5th Army goes back"')
    for head, log, pol in (('mozhaisk', 50, 34), ('maloyaroslavets', 75, 41)):
        for what, many in (('log', log), ('pol', pol)):
            w.do(f'supply transfer {head} destroyed {many} {what} --override "18 Oct: what the railhead cannot send back is burnt where it lies"')
    w.do('dump move su.d4 Podolsk --reason "17 Oct, Detchino: the dump of 43rd Army goes back"')
    w.go('ax.pg4.57.{hq,u1,u3}', '2750', how='')
    w.do('dump move ax.d.sereda 1820 --reason "16 Oct, Bolychevo: the dump for V Corps goes after 2nd Panzer Division"')
    swept(w)


# ---- 18 October
FRONT[9] = {0: 5, 6: 7, 11: 12, 15: 13, 17: 20, 18: 22, 20: 22, 22: 22, 24: 20, 27: 21, 29: 25, 31: 26, 34: 28, 37: 28, 41: 35, 43: 38, 45: 37, 48: 35,
            50: 35, 54: 30, 57: 31, 61: 34, 66: 37, 71: 33, 77: 33}


def b9am(w):
    """18 October, morning, deep mud: Mozhaisk, Maloyaroslavets."""
    w.go(PZ10 + ' ' + DR, '2430', '2530', why='18 Oct, Mozhaisk: 10th Panzer Division before it')
    w.go(PZ19, '3349', why='18 Oct, Maloyaroslavets: 19th Panzer Division before it')
    w.go(PZ2, '2217', why='18 Oct, Ostashevo: 2nd Panzer Division takes it')
    w.go('su.a5.{367ap,421ap,408ap} su.a5.20tb', '3130', how='', why='18 Oct, Mozhaisk: the town is given up')
    w.walk('su.a5.32rd', '3229', '18 Oct, Mozhaisk: 32nd Division goes back on Dorokhovo', back=True)


def b9pm(w):
    """18 October, afternoon: Mozhaisk and Maloyaroslavets fall; Ostashevo."""
    w.fight('2531', PZ10_KG + DR_RGTS, '18 Oct, Mozhaisk: 10th Panzer Division takes it')
    w.fight('3449', PZ19_KG, '18 Oct, Maloyaroslavets: 19th Panzer Division takes it')
    w.go(PZ10 + ' ' + DR, '2531', why='18 Oct, Mozhaisk: 10th Panzer Division takes it')


def b9n(w):
    """18/19 October."""
    column(w, 'ax.d.maloy', 'ax.a4', 'Yukhnov', 8, 10, '4th Army dump Maloyaroslavets', '18 Oct, Maloyaroslavets: loaded for it')
    column(w, 'ax.d.mozhaisk', 'ax.pg4', 'Gzhatsk', 8, 10, 'Panzer Group 4 dump Mozhaisk', '18 Oct, Mozhaisk: loaded for it')
    w.do('dump move ax.d.sereda 2119 --reason "18 Oct, Ostashevo: the dump for V Corps goes after 2nd Panzer Division"')
    w.do('dump move ax.d1 2130 --reason "18 Oct, Mozhaisk: the dump of Panzer Group 4 comes up by the autostrada"')
    w.do('dump move ax.d2 3050 --reason "18 Oct, Maloyaroslavets: the dump of 4th Army goes after LVII Corps"')
    swept(w)


# ---- 19 October
FRONT[10] = {0: 6, 6: 9, 11: 14, 15: 15, 17: 21, 18: 23, 20: 23, 22: 23, 24: 22, 26: 26, 27: 27, 28: 28, 29: 28, 31: 28, 34: 28, 36: 28, 38: 29, 41: 36, 43: 38, 46: 38, 48: 37,
             50: 37, 54: 32, 57: 33, 61: 35, 66: 38, 71: 34, 77: 33}


def b10am(w):
    """19 October, morning: a state of siege in Moscow."""
    w.do('bound note "19 October: a state of siege is declared in Moscow"')
    w.go(PZ10, '2830', why='20 Oct, Shalikovo: 10th Panzer Division goes on by the autostrada')
    w.go(DR, '2728', why='20 Oct, Shalikovo: Das Reich goes on north of the autostrada')
    w.go('ax.a4.9.{78id,87id}', '2430', '2531', why='20 Oct, Shalikovo: IX Corps comes by the autostrada')
    w.go(ID7, '2430', '2631', why='22 Oct, Dorokhovo: 7th Division comes by the autostrada')
    w.go(ID267, '2430', '2531', why='22 Oct, Dorokhovo: 267th Division comes by the autostrada')
    w.go(PZ19, '3449', '3847', why='18 Oct, Maloyaroslavets: 19th Panzer Division reaches the Protva bridge')
    w.go(PZ20, '3449')
    w.walk(ID98, '4145', '20 Oct, Tarutino: 98th Division forces the Protva and goes on to the Nara' + FOOT)
    w.go(ID34, '3349')
    w.walk(ID258, '3842', '21 Oct, Naro-Fominsk: 258th Division comes by Balabanovo' + FOOT)
    w.go(MOT3, '3842', why='21 Oct, Naro-Fominsk: 3rd Motorised Division comes by Balabanovo')
    w.walk('su.a43.201ab', '4642', '20 Oct, Tarutino: 201st Airborne Brigade goes back behind the Nara', back=True)
    w.walk('su.a43.53rd', '4644', '20 Oct, Tarutino: 53rd Division goes back behind the Nara', back=True)
    w.walk('su.a43.17rd', '4753', '20 Oct, Tarutino: 17th Division goes back behind the Nara', back=True)
    w.walk('su.a43.312rd', '4847', '20 Oct, Tarutino: 312th Division goes back behind the Nara', back=True)
    w.go('su.a43.{17tb,9tb,24tb}', '4743', how='--close-up', why='20 Oct, Tarutino: the tank brigades go back behind the Nara')
    w.walk('su.a43.ppu su.a43.108zsp su.a43.pau', '4942', '20 Oct, Tarutino: the cadets are taken out of the line', back=True)
    w.go('ax.pg4.40.{hq,u1,u3}', '2430', how='')
    w.go('ax.a4.7.{hq,u1,u3}', '2130', how='')
    w.go('ax.a4.12.{hq,u1,u2,u3}', '3050', how='')
    w.go('ax.pg4.57.{hq,u1,u3}', '3349', how='')
    w.walk('su.a33.151mrb.{s1,s2}', '3336', '18 Oct, Vereya: the rear of 151st Brigade leaves', back=True)
    w.go('su.{hq}', 'Odintsovo', how='', why='20 Oct: the staff of Western Front goes back')
    w.walk('su.a5.vpu', '3025', '24 Oct, Ruza: the cadets of the military-political school go back', back=True)
    w.go('ax.a4.20.{hq,u1,u2}', '3342', how='')
    w.walk(ID35, '1616', '23 Oct, Spas-Ryukhovskoye: 35th Division comes up: on foot, 6 km a bound', step=2)
    w.walk(ID106, '1412', '25 Oct, Volokolamsk: 106th Division comes up: on foot, 6 km a bound', step=2)
    w.walk(ID17, '4660', '24 Oct, Tarusa: 17th Division goes on along the left bank of the Oka: on foot, 6 km a bound', step=2)
    w.walk(ID260, '4363', '24 Oct, Tarusa: 260th Division goes on along the left bank of the Oka: on foot, 6 km a bound', step=2)
    w.walk('su.a49.49mix', '4661', '24 Oct, Tarusa: the reserve regiments are pressed back along the Oka', back=True, step=2)
    w.walk('su.a49.60rd', '4763', '24 Oct, Tarusa: 60th Division is pressed back along the Oka', back=True, step=2)
    w.walk('su.a49.5grd', '4566', '24 Oct, Tarusa: 5th Guards Division is pressed back along the Oka', back=True, step=2)


def b10pm(w):
    """19 October, afternoon: Vereya."""
    w.march()
    w.fight('2837', foot(ID197), '18 Oct, Vereya: 197th Division takes it')
    w.walk('su.a33.151mrb', '3735', '18 Oct, Vereya: 151st Brigade goes back to the Nara', back=True)


def b10n(w):
    """19/20 October."""
    w.do('dump move ax.d.ostashevo Ostashevo --reason "18 Oct, Ostashevo: what was loaded for V Corps comes up"')
    w.do('dump move ax.d.flank 3642 --reason "21 Oct, Naro-Fominsk: the dump of the flank road goes after XX Corps"')
    swept(w)


# ---- 20 October
FRONT[11] = {0: 8, 6: 11, 11: 16, 15: 17, 18: 23, 22: 24, 24: 23, 27: 27, 29: 28, 31: 29, 34: 30, 36: 31, 38: 32, 41: 38, 43: 40, 45: 43, 47: 41, 50: 39,
             54: 35, 57: 36, 61: 38, 66: 39, 71: 35, 77: 34}


def b11am(w):
    """20 October, morning, fog: 98th Division over the Protva."""
    w.halt(PZ10)
    w.walk(ID258, '3938', '21 Oct, Naro-Fominsk: 258th Division comes by the highway of Kiev' + FOOT)
    w.go('ax.pg4.5.{hq,u1,u3}', '2119', how='')
    w.walk(ID87, '2830', '20 Oct, Shalikovo: 87th Division comes up' + FOOT)


def b11pm(w):
    """20 October, afternoon: Shalikovo, Tarutino."""
    w.walk(ID98, '4244', '20 Oct, Tarutino: 98th Division comes to the Nara' + FOOT)


def b11n(w):
    """20/21 October."""
    w.do('dump move ax.d1 2530 --reason "20 Oct, Shalikovo: the dump of Panzer Group 4 comes up by the autostrada"')
    w.do('dump move ax.d2 Maloyaroslavets --reason "20 Oct, Tarutino: the dump of 4th Army comes up by the highway"')
    w.do('dump move ax.d3 Maloyaroslavets --reason "20 Oct, Tarutino: the dump of LVII Corps comes up by the highway"')
    swept(w)


# ---- 21 October
FRONT[12] = {0: 9, 6: 13, 11: 18, 15: 19, 18: 23, 22: 25, 24: 24, 26: 27, 27: 28, 29: 29, 31: 30, 33: 32, 35: 37, 37: 38, 39: 39, 41: 40, 43: 41, 45: 43, 48: 42, 50: 41,
             54: 38, 57: 38, 61: 40, 66: 40, 71: 36, 77: 35}


def b12am(w):
    """21 October, morning, fog: 258th Division comes to Naro-Fominsk."""
    w.walk(ID98, '4139', '22 Oct, Kamenskoye: 98th Division goes up the Nara' + FOOT, back=True)
    w.book('su.a16.316rd.{s2,s5,s8,s9} su.a16.316rd.r2.b2', 'square=2016', '23 Oct, Spas-Ryukhovskoye: 316th Division takes its left wing back')
    w.walk('su.a16.316rd', '2413', '23 Oct, Spas-Ryukhovskoye: 316th Division takes its outposts back', back=True)
    w.walk('su.a16.302mg', '2411', '25 Oct, Volokolamsk: the machine-gun battalion goes back before the town', back=True)
    w.walk('su.a16.cad', '2308', '25 Oct, Volokolamsk: the cadets go back behind Yaropolets', back=True)
    w.walk('su.a16.3kk', '2205', '25 Oct, Volokolamsk: Dovator goes back behind Lotoshino', back=True)
    w.walk(ID35, '2114', '23 Oct, Spas-Ryukhovskoye: 35th Division comes up' + FOOT)
    w.walk(ID106, '2311', '25 Oct, Volokolamsk: 106th Division comes up' + FOOT)
    w.walk(ID258, '3936', '21 Oct, Naro-Fominsk: 258th Division comes to the town' + FOOT)
    w.go(MOT3, '3940', '4039', why='21 Oct, Naro-Fominsk: 3rd Motorised Division comes to the Nara')
    w.go(PZ20, '3842', why='21 Oct, Naro-Fominsk: 20th Panzer Division follows by Balabanovo')
    w.go(ID7, '2830', why='22 Oct, Dorokhovo: 7th Division comes up')
    w.walk('su.a5.230rr', '3224', '24 Oct, Ruza: the reserve regiments go back over the Moskva', back=True)
    w.walk('su.a5.vpu', '3326', '24 Oct, Ruza: the cadets of the military-political school go back', back=True)
    w.walk('su.a49.31cd', '4867', '24 Oct, Tarusa: 31st Cavalry Division stands before Aleksin', back=True)
    w.walk(ID78, '2823', '24 Oct, Ruza: 78th Division marches on it' + FOOT)
    w.go(ID267, '2635', '2836', why='22 Oct, Dorokhovo: 267th Division by Borisovo')


def b12pm(w):
    """21 October, afternoon: Naro-Fominsk is attacked."""
    w.fight('4035', foot(ID258), '21 Oct, Naro-Fominsk: 258th Division attacks the town', want='SU')


def b12n(w):
    """21/22 October."""
    w.do('supply transfer ax.d.ostashevo ax.pg4.5.2pz.s11 1 pol')
    w.do('dump move ax.d.maloy 3842 --reason "21 Oct, Naro-Fominsk: what was loaded goes after LVII and XX Corps"')
    w.do('dump move ax.d.mozhaisk 2531 --reason "22 Oct, Dorokhovo: what was loaded comes to Mozhaisk"')
    swept(w)


# ---- 22 October
FRONT[13] = {0: 11, 6: 15, 11: 20, 15: 20, 18: 24, 22: 26, 24: 26, 26: 28, 27: 29, 28: 30, 29: 30, 31: 31, 33: 34, 35: 38, 37: 40, 38: 42, 39: 42, 41: 41, 45: 43, 50: 42,
             54: 40, 57: 41, 61: 44, 64: 43, 66: 41, 71: 37, 77: 36}


def b13am(w):
    """22 October, morning: 1st Guards Motor-Rifle Division counter-attacks; Kamenskoye."""
    w.walk(ID17, '4660', '24 Oct, Tarusa: 17th Division goes on along the left bank of the Oka' + FOOT, back=True)
    w.walk(ID260, '4363', '24 Oct, Tarusa: 260th Division goes on along the left bank of the Oka' + FOOT, back=True)
    w.walk('su.a43.152mrb.{b2,b3,s1,s2}', '4538', '22 Oct, Kamenskoye: 152nd Brigade leaves a battalion at the bridge', back=True)
    w.go('su.a33.1gmrd.{r1,t1-1,t2-1}', '3935', why='22 Oct, Naro-Fominsk: 1st Guards Motor-Rifle Division counter-attacks')
    w.walk('su.a49.60rd.{r2,r3,s1,s2,s3,s4,s5,s6,s7,s8,s9,s10,s11}', '5158', '24 Oct, Tarusa: 60th Division leaves a regiment in the town', back=True)
    w.walk('su.a49.60rd.r1', '4960', '24 Oct, Tarusa: 60th Division leaves a regiment in the town', back=True)
    w.walk('su.a49.49mix', '5156', '24 Oct, Tarusa: the reserve regiments go back on Serpukhov', back=True)
    w.walk('su.a49.5grd', '4867', '24 Oct, Tarusa: 5th Guards Division stands before Aleksin', back=True)
    w.walk(ID34, '4246', '20 Oct, Tarutino: 34th Division relieves 98th on the Nara' + FOOT)


def b13pm(w):
    """22 October, afternoon: Kamenskoye falls."""
    w.move('su.a33.1gmrd.r1 su.a33.1gmrd.t1-1 su.a33.1gmrd.t2-1', '3935', why='22 Oct, Naro-Fominsk: 1st Guards Motor-Rifle Division counter-attacks')
    w.fight('3936', drives('su.a33.1gmrd', 'r1', 't1-1', 't2-1'), '22 Oct, Naro-Fominsk: 1st Guards Motor-Rifle Division counter-attacks', side='SU')
    w.book(f'{ID98}.r1 {ID98}.r2', 'square=4238', '22 Oct, Kamenskoye: 98th Division gathers before the bridge')
    w.fight('4338', foot(ID98), '22 Oct, Kamenskoye: 98th Division takes it')
    w.fight('2930', foot(ID7), '22 Oct, Dorokhovo: 7th Division attacks before it, at Shalikovo')


def b13n(w):
    """22/23 October."""
    w.do('dump open su.src.aleksin --owner su --at Aleksin --source --name "Depot Aleksin, by rail from Tula" --reason "24 Oct, Tarusa: the left wing of 49th Army draws by the line of Tula"')
    w.do('supply receive su.src.aleksin 8 log --from rail --reason "22 Oct: by rail from Tula"')
    w.do('dump open su.d.serpukhov --owner su.a49 --at Serpukhov --name "49th Army dump Serpukhov" --reason "24 Oct, Tarusa: the right wing of 49th Army draws by Serpukhov"')
    w.do('supply transfer serpukhov su.d.serpukhov 8 log')
    swept(w)


# ---- 23 October
FRONT[14] = {0: 13, 6: 17, 11: 21, 15: 21, 18: 25, 22: 28, 24: 30, 25: 31, 26: 31, 27: 31, 28: 31, 29: 32, 31: 32, 33: 35, 35: 39, 37: 41, 38: 43, 39: 43, 41: 43, 45: 43, 50: 43,
             54: 42, 57: 44, 61: 47, 64: 46, 66: 43, 71: 38, 77: 37}


def b14am(w):
    """23 October, morning: V Corps attacks again at Spas-Ryukhovskoye."""
    w.walk('su.a5.133rd su.a5.50rd.{r2,r3,s1,s2,s3,s4,s5,s6,s7,s8,s9,s10,s11}', '3224', '24 Oct, Ruza: the town is given up', back=True)
    w.go('su.a5.18tb su.a5.19tb su.a5.20tb', '3429', why='22 Oct, Dorokhovo: the tank brigades go back')
    w.go('su.a5.{367ap,421ap,408ap}', '3528', how='')
    w.walk('su.a5.32rd', '3528', '22 Oct, Dorokhovo: 32nd Division goes back', back=True)
    w.go(ID7, '3229', why='22 Oct, Dorokhovo: 7th Division goes on')


def b14pm(w):
    """23 October, afternoon: V Corps at Spas-Ryukhovskoye."""
    near(w, '2214', ID35, '23 Oct, Spas-Ryukhovskoye: 35th Division attacks')


def b14n(w):
    """23/24 October."""
    swept(w)


# ---- 24 October
FRONT[15] = {0: 15, 6: 19, 11: 22, 15: 22, 18: 26, 22: 29, 24: 30, 25: 31, 26: 31, 27: 31, 28: 32, 29: 33, 31: 33, 33: 36, 35: 39, 37: 41, 38: 43, 41: 43, 45: 44, 50: 45,
             54: 45, 58: 48, 60: 49, 62: 48, 66: 45, 71: 41, 77: 38}


def b15am(w):
    """24 October, morning: Ruza, Tarusa."""
    w.book(f'{ID17}.r1 {ID17}.r2', 'square=4860', '24 Oct, Tarusa: 17th Division gathers before the town')
    w.go('su.a5.82mrd', '3529', why='25 Oct, Dorokhovo: 82nd Motor-Rifle Division at the approaches of Kubinka')
    w.go('su.a5.22tb.{t1-1,t2-1}', '3429', how='')
    w.fight('2923', foot(ID78), '24 Oct, Ruza: 78th Division takes it')


def b15pm(w):
    """24 October, afternoon: Dorokhovo."""
    w.fight('4960', foot(ID17), '24 Oct, Tarusa: 17th Division takes it')
    w.book(f'{ID17}.r1.b2', 'square=4960', '24 Oct, Tarusa: 17th Division enters the town, from which the defenders are driven')
    w.fight('3329', foot(ID7), '22 Oct, Dorokhovo: 7th Division takes it')


def b15n(w):
    """24/25 October."""
    swept(w)


# ---- 25 October
FRONT[16] = {0: 16, 6: 20, 11: 23, 15: 24, 19: 27, 24: 29, 26: 31, 27: 32, 28: 33, 29: 34, 31: 34, 34: 37, 35: 39, 38: 43, 44: 44, 50: 46, 53: 46, 58: 49, 61: 49, 66: 46, 71: 43,
             77: 39, 79: 37}


def b16am(w):
    """25 October, morning: 82nd Motor-Rifle Division at Dorokhovo."""
    w.go('su.a5.82mrd.{r1,r2,t1-1}', '3429', why='25 Oct, Dorokhovo: 82nd Motor-Rifle Division attacks')


def b16pm(w):
    """25 October, afternoon: before Volokolamsk, and the counter-attack at Dorokhovo."""
    near(w, '2411', ID106, '25 Oct, Volokolamsk: 106th Division attacks before the town')
    w.fight('3329', drives('su.a5.82mrd', 'r1', 'r2', 't1-1'), '25 Oct, Dorokhovo: 82nd Motor-Rifle Division attacks', side='SU')


def b16n(w):
    """25/26 October: the front of the 25th."""
    swept(w)
