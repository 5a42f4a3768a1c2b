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
HEADS = (('gzhatsk', 'ax.d1', 4, 3), ('meshchovsk', 'ax.d5', 1, 1), ('yukhnov', 'ax.d2', 4, 2))
DATES = {day: f'{day + 9} Oct' for day in range(1, 17)}
DR, PZ10, PZ19, PZ20, MOT3 = 'ax.pg4.40.dr', 'ax.pg4.40.10pz', 'ax.pg4.57.19pz', 'ax.pg4.57.20pz', 'ax.pg4.57.3mot'
PZ2, PZ11, PZ5, ID35, ID106 = 'ax.pg4.5.2pz', 'ax.pg4.46.11pz', 'ax.pg4.46.5pz', 'ax.pg4.5.35id', 'ax.pg4.5.106id'
ID98, ID34, ID17, ID260, ID52 = 'ax.a4.12.98id', 'ax.a4.12.34id', 'ax.a4.13.17id', 'ax.a4.13.260id', 'ax.a4.13.52id'
ID31, ID131, ID258, ID7, ID197 = 'ax.a4.43.31id', 'ax.a4.43.131id', 'ax.a4.20.258id', 'ax.a4.7.7id', 'ax.a4.7.197id'
ID267, ID78, ID87 = 'ax.a4.7.267id', 'ax.a4.9.78id', 'ax.a4.9.87id'


def every(w, todo):
    """A bound: what the plan says, what is under way, at night what lorries bring, and its end."""
    day, phase = w.bound
    w.say(*([todo.__doc__] if todo and todo.__doc__ else []))
    if phase == 'am' and day > 1:
        for side in ('AX', 'SU'):
            w.do(f'supply plan --side {side} --bounds {9 if side == "AX" else 4} --accept', may_fail=True)
    if todo:
        todo(w)
    w.march()
    if phase == 'n':
        for place, log, pol in LORRIES:
            why = f'{DATES[day]}: what lorries bring a day'
            w.do(f'supply receive ax.src.{place} {log} log --from rail --reason "{why}"')
            w.do(f'supply receive ax.src.{place} {pol} pol --from rail --reason "{why}"')
        for place, dump, log, pol in HEADS:
            w.do(f'supply transfer ax.src.{place} {dump} {log} log')
            w.do(f'supply transfer ax.src.{place} {dump} {pol} pol')
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
    w.do('dump open ax.d.medyn --owner ax.a4 --at Medyn --name "4th Army dump Medyn" --reason "11 Oct, Medyn: lorry columns of the army come up by the highway"')
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
    w.do('dump open ax.d.uvarovka --owner ax.pg4 --at Uvarovka --name "Panzer Group 4 dump Uvarovka" --reason "14 Oct, Rogachevo: lorry columns of the group come up by the autostrada"')
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
    w.do('dump open ax.d.flank --owner ax.a4 --at 2747 --name "4th Army dump on the flank road" --reason "15 Oct, Borovsk: lorry columns of the army on the flank road of Medyn"')
    swept(w)


# ---- 15 October
FRONT[6] = {11: 8, 15: 9, 16: 10, 17: 13, 18: 16, 19: 19, 20: 20, 22: 19, 24: 17, 27: 18, 30: 20, 34: 20, 37: 20, 41: 28, 42: 33, 44: 32, 46: 30, 47: 28, 49: 26, 50: 26,
            61: 31, 66: 34, 71: 30, 77: 30}


def b6am(w):
    """15 October, morning, mud again: 32nd Division and 20th Tank Brigade counter-attack west of Artemki."""
    w.go('su.a5.20tb', '2029', why='15 Oct, Artemki: 20th Tank Brigade counter-attacks')
    w.go('su.a5.230rr.b1', '2229', why='16 Oct, Artemki: the reserve regiment holds it')
    w.go('su.a5.32rd.{s1,s2,s3,s4,s5,s6,s7,s9,s10,s11}', '2331', why='15 Oct, Artemki: the rear of 32nd Division goes back behind it')
    w.go('su.a43.113rd.{s1,s2,s3,s5,s6,s7,s8,s9,s10,s11}', '3843', why='15 Oct, Borovsk: the rear of 113th Division leaves')
    w.walk('su.a43.113rd.{r1,s4}', '3642', '15 Oct, Borovsk: 113th Division is pressed back into it', back=True)
    w.go(PZ19, '2550', why='16 Oct, Ilyinskoye: 19th Panzer Division before the bunkers')
    w.go('ax.a4.20.{hq,u1,u2}', 'Iznoski', how='')
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
    w.do('unit set ax.pg4.5.2pz entry=1920 --reason "16 Oct, Bolychevo: 2nd Panzer Division attacks there on the day on which it comes, by Sereda"')
    w.do('dump open ax.d.sereda --owner ax.pg4 --at 0917 --name "Panzer Group 4 dump Sereda" --reason "16 Oct, Bolychevo: lorry columns of the group for V Corps"')
    swept(w)


# ---- 16 October
FRONT[7] = {0: 3, 11: 10, 15: 11, 20: 19, 22: 19, 24: 18, 27: 19, 30: 20, 34: 24, 37: 23, 41: 32, 42: 35, 44: 34, 46: 30, 47: 29, 49: 26, 50: 27,
            61: 32, 66: 36, 71: 32, 77: 31}


def b7am(w):
    """16 October, morning, sleet: Artemki; Ilyinskoye."""
    w.fight('2029', PZ10_KG + DR_RGTS, '16 Oct, Artemki: 10th Panzer and Das Reich throw 20th Tank Brigade back')
    w.fight('2750', PZ19_KG + PZ20_KG, '16 Oct, Ilyinskoye: tanks of 19th and 20th Panzer break through')
    w.go('su.a5.{18tb,19tb}', '2430', how='')
    w.go(PZ2, '2021', why='16 Oct, Bolychevo: 2nd Panzer Division before it')
    w.go('ax.a4.7.267id', '1229', why='18 Oct: VII Corps comes up from the Vyazma pocket')
    w.walk(ID197, '1932', '18 Oct, Vereya: 197th Division marches on it across country' + FOOT)


def b7pm(w):
    """16 October, afternoon: Borovsk falls; Artemki; 2nd Panzer at Bolychevo."""
    w.fight('3642', MOT3_KG + foot(ID258), '15 Oct, Borovsk: 258th and 3rd Motorised Division take it')
    w.fight('2022', PZ2_KG, '16 Oct, Bolychevo: 2nd Panzer Division on the left flank of 316th Division')
    w.walk('su.a5.32rd.{r1,s8}', '2430', '16 Oct, Artemki: 32nd Division goes back', back=True)
    w.walk('su.a5.32rd.{r2,r3}', '2431', '16 Oct, Artemki: 32nd Division goes back', back=True)
    w.go('su.a5.20tb', '2330', why='16 Oct, Artemki: 20th Tank Brigade goes back')
    w.go(PZ10, '2129', why='16 Oct, Artemki: 10th Panzer Division before it')
    w.go(DR, '2129', why='16 Oct, Artemki: Das Reich before it')
    w.march()
    w.fight('2229', DR_RGTS + PZ10_KG, '16 Oct, Artemki: Das Reich and 10th Panzer take it')


def b7n(w):
    """16/17 October."""
    swept(w)


# ---- 17 October
FRONT[8] = {0: 4, 11: 11, 15: 12, 18: 16, 19: 20, 20: 21, 22: 21, 24: 19, 27: 20, 29: 23, 30: 22, 34: 25, 37: 25, 41: 34, 42: 37, 44: 36, 46: 33, 48: 29,
            49: 30, 51: 29, 54: 28, 57: 29, 61: 33, 66: 37, 71: 34, 77: 32}
BACK8 = '17 Oct, Detchino: 312th Division and the cadets are ordered back'


def b8am(w):
    """17 October, morning, rain: 312th Division and the cadets are ordered back; 10th Panzer goes round Mozhaisk by the north."""
    w.do('unit command su.a33.151mrb su.a33 --reason "17 Oct: 33rd Army has its staff at Naro-Fominsk"')
    w.walk('su.a43.312rd', '3854', BACK8, back=True)
    w.walk('su.a43.ppu su.a43.108zsp', '3547', BACK8, back=True)
    w.walk('su.a43.pau', '3648', BACK8, back=True)
    w.go('su.a43.17tb su.a43.9tb', '3449', why='18 Oct, Maloyaroslavets: the tank brigades cover it')
    w.go('su.a43.{hq,u1-1,u1-2,u2,u3,u4,u5,u6}', '4546', how='', why='17 Oct, Detchino: the staff of 43rd Army goes back')
    w.go('su.a43.{382ap,452ap,517ap}', '4046', how='')
    w.go(PZ19, '3050', why='18 Oct, Maloyaroslavets: 19th Panzer Division comes by the highway')
    w.go(PZ20, '2850')
    w.walk(ID98, '3249', '18 Oct, Maloyaroslavets: 98th Division follows on the highway' + FOOT)
    w.go(ID34, '2750')
    w.go(PZ10, '2429', why='17 Oct, Mozhaisk: 10th Panzer Division goes round by the north')
    w.go(DR, '2330', why='17 Oct, Mozhaisk: Das Reich by the old road')
    w.go('su.a5.{hq,u1-1,u1-2,u2,u3,u4,u5,u6}', 'Kubinka', how='', why='18 Oct, Kubinka: the staff of 5th Army leaves Mozhaisk')
    w.go('su.a5.18tb su.a5.19tb', '2731', how='')
    w.walk('su.a5.230rr', '2627', '17 Oct, Mozhaisk: the reserve regiments go back', back=True)
    w.walk('su.a5.vpu', '2723', '18 Oct, Ostashevo: the cadets of the military-political school go back on Ruza', back=True)
    w.go('ax.a4.9.{78id,87id}', '1730', '2130', why='20 Oct, Shalikovo: IX Corps comes by the autostrada')
    w.go('ax.a4.9.{hq,u1,u2,u3}', 'Uvarovka', how='')
    w.go('ax.a4.20.15id', '2251')
    w.go(PZ11, 'Uvarovka', why='after 20 Oct: XXXXVI Corps comes by the autostrada')
    w.go(ID7, '2130', why='22 Oct, Dorokhovo: 7th Division comes by the autostrada')
    w.go(ID267, '2130', why='22 Oct, Dorokhovo: 267th Division comes by the autostrada')
    w.walk(ID197, '2635', '18 Oct, Vereya: 197th Division marches on it across country' + FOOT)


def b8pm(w):
    """17 October, afternoon."""
    w.go(MOT3, '3742', why='21 Oct, Naro-Fominsk: 3rd Motorised Division comes by Balabanovo')
    w.walk(ID258, '3742', '21 Oct, Naro-Fominsk: 258th Division comes by Balabanovo' + FOOT)
    w.go(PZ2, '2119', why='18 Oct, Ostashevo: 2nd Panzer Division goes on it')


def b8n(w):
    """17/18 October."""
    w.do('dump move su.d2 Kubinka --reason "18 Oct, Kubinka: the dump of 5th Army goes back"')
    w.do('dump move su.d4 Podolsk --reason "17 Oct, Detchino: the dump of 43rd Army goes back"')
    w.go('ax.pg4.57.{hq,u1,u3}', '2750', how='')
    swept(w)


# ---- 18 October
FRONT[9] = {0: 5, 6: 7, 11: 12, 15: 13, 17: 20, 18: 22, 20: 22, 22: 22, 24: 20, 27: 21, 29: 25, 31: 26, 34: 28, 37: 29, 41: 35, 43: 38, 45: 37, 48: 36,
            50: 35, 54: 30, 57: 31, 61: 34, 66: 38, 71: 36, 77: 33}


def b9am(w):
    """18 October, morning, deep mud: Mozhaisk, Maloyaroslavets."""
    w.fight('2531', PZ10_KG + DR_RGTS, '18 Oct, Mozhaisk: 10th Panzer Division takes it')
    w.go(PZ19, '3349', why='18 Oct, Maloyaroslavets: 19th Panzer Division before it')


def b9pm(w):
    """18 October, afternoon: Maloyaroslavets falls; Ostashevo, Vereya."""
    w.fight('3449', PZ19_KG, '18 Oct, Maloyaroslavets: 19th Panzer Division takes it')
    w.go(PZ2, '2218', why='18 Oct, Ostashevo: 2nd Panzer Division takes it')


def b9n(w):
    """18/19 October."""
    swept(w)
