#!/usr/bin/env python3
"""Writes campaigns/uranus-1942/history.txt: the plan of both sides, bound by bound.

Decides which formation marches where in which bound, which battles are fought, and what the umpire books; the script
is what counts, this only spares typing. Every booking and every battle names its event of the timeline: day, hour where
the timeline has one, place. Run from the root of the repository: python3 campaigns/tools/history.py
"""
import collections
import csv

FOLDER = 'campaigns/uranus-1942/'
TIMELINE = 'tests/data/uranus-1942/timeline.csv'
events = {(row['date'], row['time'], row['place']) for row in csv.DictReader(open(TIMELINE))}
def event(day, place, hour=''):
    """An event as the reasons name it; one that the timeline does not have is refused."""
    assert (f'1942-11-{day:02}', hour, place) in events, (day, hour, place)
    return f'{day} Nov' + (f' {hour}' if hour else '') + f', {place}: '
kids = collections.defaultdict(list)
for row in csv.DictReader(open(FOLDER + 'orbat.csv')):
    kids[row['parent']].append(row['id'])
L = []
def sec(b,txt):
    L.append('');L.append('# '+'-'*20+' '+b)
    for t in txt: L.append('# '+t)
def bk(u,what,why): L.append(f'unit set {u} {what} --reason "{why}"')
def mv(u,*to,rate='road',o='--close-up',why=None,over=None):
    L.append(f"move {u} {' '.join(to)}"+(f' --rate {rate}' if rate!='contact' else '')+(f' {o}' if o else '')+(f' --reason "{why}"' if why else '')+(f' --override "{over}"' if over else ''))
def fight(square,by,seed,why,side=None):
    """A battle for a square, fought by the rules from a seed and posted."""
    L.append(f"battle new {square}"+(f' --attacker {side}' if side else '')+''.join(f' --by {u}' for u in by))
    L.append(f'battle resolve {square} --seed {seed} --post --reason "{why}"')
def mvx(c,ex,*to,**k):
    for x in kids[c]:
        if x.split('.')[-1] not in ex: mv(x,*to,**k)
def raw(s): L.append(s)
KG = {'16pz': 'ax.a6.xiv.16pz', '24pz': 'ax.a6.li.24pz'}
WHY = {
    'LAKES': event(20, 'Plodovitoye', '13:20') + 'who is to go through the breach comes round the Sarpa lakes to its start line',
    'BACK': event(21, 'Abganerovo') + 'what is left of Romanian 4th Army goes back along the railway on Kotelnikovo',
    'STAFF': event(21, 'Verkhne-Tsaritsynsky') + '4th Panzer Army HQ leaves',
    'GUMRAK': event(21, 'Golubinsky') + 'Sixth Army HQ leaves',
    'FOLLOW': event(21, 'Abganerovo') + "51st Army's divisions follow to Plodovitoye and Abganerovo",
    'SOUTHWEST': event(23, 'Aksai') + "51st Army's divisions face south-west on the line Aksai-Umantsevo-Sadovoye",
    'KOTELNIKOVO': event(27, 'Kotelnikovo') + '81st Cavalry Division goes against Kotelnikovo',
    'RIVER': event(22, 'Nariman') + '13th Mechanised Corps and 57th Army press on to the Chervlenaya',
    'STATION': event(22, 'Krivomuzginskaya station', '12:20') + '36th Mechanised Brigade takes the station',
    'HEIGHTS': event(21, 'Golubinsky') + '4th Tank Corps comes to the heights on the Don',
    'LYSOV': event(23, 'Lysov') + '1st Tank Corps comes to Lysov',
    'CHIR': event(24, 'Oblivskaya') + '8th Cavalry Corps comes to the Chir',
    'BEHIND': event(21, 'Verkhne-Buzinovka') + '3rd Guards Cavalry comes in when 14th Panzer has gone',
    'WEST': event(21, 'Akimovsky') + 'the detachments of 16th and 24th Panzer go over the Don',
}
LAKES = WHY['LAKES']
# Marches of several bounds: bounds (a stretch leaves nights out, for only supply vehicles march by night), units, way, the
# manner where it is not closed up by road, and why. They come last in their bound, in this order.
PLAN = '''
4pm-5pm         ax.hol.62id                       020034
5pm             ax.hol.{hq,u1,u2,u3}              016031
6am-10pm        ax.hol.294id                      Selivanovskaya
10am-10pm       ax.a6.xi.{376id,44id}             Peskovatka
10am-11am       ax.r3.iv.1cd                      Peskovatka
# The horses of XI Corps' column set out with the divisions, and need every bound and two nights of the way.
6am-7am,6n,7n   ax.a6.xi.u3                       Akimovsky
8pm             ax.a6.xi.u3                       Peskovatka
# Romanian 4th Army goes back along the railway; the fuel column of 4th Panzer Army where its motorised troops can draw on it.
3am-6am         ax.pz4.r4.vi.1id                  066080                            BACK
6pm-8pm         ax.pz4.r4.vi.1id                  059087                            BACK
2pm-6am         ax.pz4.r4.vi.4id                  072081                            BACK
6pm-9pm         ax.pz4.r4.vi.4id                  059087                            BACK
3am             ax.pz4.r4.vi.{hq,u2,u4}           072080                            BACK
5am             ax.pz4.r4.vi.{hq,u2,u4}           Aksai                             BACK
3am-4pm         ax.pz4.r4.vi.{u1,u3}              074079                            BACK
5am-6pm         ax.pz4.r4.vi.{u1,u3}              Aksai                             BACK
7am             ax.pz4.r4.vi.{hq,u2,u4}           059087                            BACK
7am-8am         ax.pz4.r4.vi.{u1,u3}              059087                            BACK
3pm-8pm         ax.pz4.r4.vii                     062081                            BACK
9am-11pm        ax.pz4.r4.vii                     050092                            BACK
# Its motorised troops, to whom no bowser comes near before the 24th.
4am             ax.pz4.r4.vii.5cd.r1              076088                       fuel
4am             ax.pz4.r4.vii.5cd.s3              074087                       fuel
4pm             ax.pz4.r4.vii.8cd.r3              073086                       fuel
4pm             ax.pz4.r4.vii.8cd.s3              071084                       fuel
5pm             ax.pz4.r4.vii.5cd.r1              072085                       fuel
6am             ax.pz4.r4.vii.8cd.r3              069082                       fuel
2n,3am,3pm      ax.pz4.u2                         074086                            BACK
6am             ax.pz4.u2                         Aksai                             BACK
9am-9pm         ax.pz4.u2                         059086                            BACK
3am             ax.pz4.{hq,u1-1,u1-2,u1-3,u3}     067060 061072                     STAFF
3pm             ax.pz4.{hq,u1-1,u1-2,u1-3,u3}     061072                            STAFF
4am             ax.pz4.{hq,u1-1,u1-2}             061072                            STAFF
# 51st Army follows; carts march by night too.
3am-7am         su.sf.51a.15grd                   Abganerovo_station                FOLLOW
3am-5pm         su.sf.51a.302rd                   Abganerovo                        FOLLOW
3am-5pm         su.sf.51a.126rd                   074073                            FOLLOW
2am,2pm         su.sf.51a.254tb.t1-1              084075                            LAKES
3am             su.sf.51a.254tb                   Plodovitoye                       FOLLOW
1n              su.sf.51a.15grd.s8                085072                            LAKES
1n              su.sf.51a.302rd.s8                085075                            LAKES
1n              su.sf.51a.4kk.{61cd.s3,81cd.s3}   085074                            LAKES
2n              su.sf.51a.{15grd.s8,302rd.s8}     Plodovitoye                       FOLLOW
2n              su.sf.51a.4kk.{61cd.s3,81cd.s3,u1} Plodovitoye
3n              su.sf.51a.15grd.s8                Plodovitoye                       FOLLOW
3n              su.sf.51a.4kk.{61cd.s3,81cd.s3,u1} Abganerovo_station
4n              su.sf.51a.4kk.{61cd.s3,81cd.s3,u1} Abganerovo
6am-7am         su.sf.51a.302rd.s9                Abganerovo                        FOLLOW
5pm-7pm         su.sf.51a.4kk                     Abganerovo                  split
4pm             su.sf.51a.76ur.s1                 Sadovoye                          SOUTHWEST
5am-5pm         su.sf.51a.76ur.b1                 Sadovoye                          SOUTHWEST
5am-8am         su.sf.51a.91rd                    Umantsevo                         SOUTHWEST
10am-10pm       su.sf.51a.4kk                     Aksai                       split SOUTHWEST
10am-10pm       su.sf.51a.302rd                   Aksai                             SOUTHWEST
11am-11pm       su.sf.51a.4kk.81cd                Zhutovo                     split KOTELNIKOVO
4n              su.sf.51a.u8                      069067
5pm             su.sf.51a.u7-1                    Abganerovo_station
# The Chervlenaya and Sovetsky.
3pm,3n          ax.pz4.iv.20rid.s10               075059                            RIVER
4am             ax.pz4.29mot                      074059                            RIVER
4am-4pm         ax.pz4.iv.20rid                   075059                    contact RIVER
4pm             su.sf.57a.13mk                    077065 077064 077063 076063 076062 Nariman RIVER
5am             su.sf.57a.13mk                    076063 076062 Nariman             RIVER
5pm             su.sf.57a.13mk                    Nariman                           RIVER
5pm             su.sf.51a.4mk.{60mb,59mb,55tp,158tp} 065055
5pm             su.sf.51a.4mk.36mb                066055                            STATION
# 8th Cavalry Corps rides to the Chir, a bound's ride at a time; its guns and hospitals come after, its carts march by night too.
1pm             su.swf.5ta.8kk                    031025                      split
2am             su.swf.5ta.8kk                    033027                      split
2pm             su.swf.5ta.8kk                    035029                      split
3am             su.swf.5ta.8kk                    035033                      split
3pm             su.swf.5ta.8kk                    036036                      split
4am             su.swf.5ta.8kk                    036040                      split
4pm             su.swf.5ta.8kk                    037043                      split
5am             su.swf.5ta.8kk                    039045                      split
5pm             su.swf.5ta.8kk                    042046                      split
6am             su.swf.5ta.8kk                    044048                      split
6pm             su.swf.5ta.8kk                    Dobrinka                    split
7am-11am        su.swf.5ta.8kk                    042054                      split CHIR
1n              su.swf.5ta.8kk.{21cd.s3,55cd.s3,112cd.s3,u3-1,u3-2} 031025
2n              su.swf.5ta.8kk.{21cd.s3,55cd.s3,112cd.s3,u3-1,u3-2} 035029
3n              su.swf.5ta.8kk.{21cd.s3,55cd.s3,112cd.s3,u3-1,u3-2} 036036
4n              su.swf.5ta.8kk.{21cd.s3,55cd.s3,112cd.s3,u3-1,u3-2} 037043
5n              su.swf.5ta.8kk.{21cd.s3,55cd.s3,112cd.s3,u3-1,u3-2} 042046
6n              su.swf.5ta.8kk.{21cd.s3,55cd.s3,112cd.s3,u3-1,u3-2} Dobrinka
# The north. Of the detachments of 16th and 24th Panzer the timeline says no more than that they went: tanks and a regiment each
# are ours. At 071046 their divisions' fuel columns reach both them over the Don and the divisions' staffs.
3am-3pm         ax.a6.hq                          Gumrak                            GUMRAK
# Its fuel column stays where 14th Panzer can draw on it until the ring closes.
3am             ax.a6.pol-1                       064045                            GUMRAK
5pm-6am         ax.a6.pol-1                       Gumrak                            GUMRAK
4am             su.swf.21a.4tk.{102,4mrb}         060048                            HEIGHTS
6am             su.swf.5ta.1tk                    051052 051053 051054 Lysov        LYSOV
6pm             su.swf.5ta.1tk                    Lysov                             LYSOV
6pm             su.swf.21a.u8                     050047
6pm-8am         su.swf.21a.3gkk                   Verkhne-Buzinovka                 BEHIND
7am             su.swf.5ta.u7-2                   Dobrinka
2am             ax.a6.xiv.16pz.kg                 085046 084046                     WEST
2am             ax.a6.li.24pz.kg                  Gumrak 074048                     WEST
2pm             ax.a6.{xiv.16pz.kg,li.24pz.kg}    Vertyachy
3am-3pm         ax.a6.{xiv.16pz.kg,li.24pz.kg}    061046 061045                     WEST
4am             ax.a6.xiv.16pz.kg                 061046 061045                     WEST
2am             ax.a6.{xiv.16pz.s10,li.24pz.s10}  071046
2pm             ax.a6.xiv.16pz.s10                071046
9am             ax.a6.xiv.16pz.s10                083048
9am             ax.a6.li.24pz.s10                 081048
'''
def bounds(text):
    """`3am-4pm,5n` as the labels of those bounds."""
    def label(typed): return f"D{typed.rstrip('amnp')} " + {'am': 'am', 'pm': 'pm', 'n': 'night'}[typed.lstrip('0123456789')]
    daylight = [f'D{d} {p}' for d in range(1, 13) for p in ('am', 'pm')]
    for span in text.split(','):
        first, _, last = span.partition('-')
        if last: yield from daylight[daylight.index(label(first)):daylight.index(label(last)) + 1]
        else: yield label(first)
EXTRA = collections.defaultdict(list)
FUEL4 = '22 Nov: Romanian 4th Army marches on the fuel in its lorries, which simple detail does not count'
for line in PLAN.splitlines():
    if not line or line.startswith('#'): continue
    when, units, *way = line.split()
    how = {'why': WHY[way.pop()]} if way[-1] in WHY else {}
    manner = way.pop() if way[-1] in ('split', 'contact', 'fuel') else None
    how |= {'fuel': {'over': FUEL4}, 'split': {'o': '--close-up --split'}, 'contact': {'rate': 'contact', 'o': ''}}.get(manner, {})
    stem, _, last = units.rstrip('}').partition('{')
    for bound in bounds(when):
        EXTRA[bound] += [(stem + end, way, how) for end in last.split(',')]
AIR = collections.defaultdict(list)
PIT = 'pitomnik-airfield'
def fly(bound, why, *flights, over=None):
    """Flights of airlift.csv: wing, what, sorties, landed, tonnes. The tonnes are shared out two to one, LOG to POL."""
    for wing, what, sorties, landed, tons in flights:
        AIR[bound].append(f'supply airlift ax.lw4.{wing} {PIT} {what} --sorties {sorties} --landed {landed} --tons {tons} '
                          f'--reason "{why}"' + (f' --override "{over}"' if over else ''))
AIR['D6 am'].append('dump open ax.d.pit --owner ax.a6 --at "Pitomnik airfield" --name "6th Army dump Pitomnik" --reason "24 Nov: what comes by air"')
fly('D6 am', '24 Nov: airlift to Pitomnik, 40 sent, 22 landed', ('u6-1', 'log', 25, 14, 27), ('u6-2', 'pol', 15, 8, 13))
fly('D7 am', '25 Nov: airlift to Pitomnik, 30 landed', ('u6-1', 'log', 20, 20, 50), ('u6-2', 'pol', 10, 10, 25))
fly('D8 am', '26 Nov: airlift to Pitomnik, 30 landed', ('u6-1', 'log', 20, 20, 47), ('u6-2', 'pol', 10, 10, 23))
fly('D9 am', '27 Nov: airlift to Pitomnik, 27 sent, 12 landed', ('u6-1', 'log', 18, 8, 19), ('u6-2', 'pol', 9, 4, 9),
    over='27 Nov: they flew in the storm')
fly('D10 am', '28 Nov: airlift to Pitomnik, 30 sent, 25 landed', ('u6-1', 'log', 20, 17, 37), ('u6-2', 'pol', 10, 8, 18))
fly('D11 am', '29 Nov: airlift to Pitomnik, 38 Ju 52 and 21 He 111 sent, 12 and 13 landed', ('u6-1', 'log', 25, 8, 16),
    ('u6-2', 'pol', 13, 4, 8), ('u4-1', 'log', 15, 9, 15), ('u5-1', 'pol', 6, 4, 7))
fly('D12 am', '30 Nov: airlift to Pitomnik, 39 Ju 52 and 38 He 111 sent, 30 and 36 landed', ('u6-1', 'log', 26, 20, 40),
    ('u6-2', 'pol', 13, 10, 20), ('u4-1', 'log', 25, 24, 46), ('u5-1', 'pol', 13, 12, 23))
def close():
    L.extend(AIR[L[max(i for i, l in enumerate(L) if l.startswith('# ---'))].split('- ')[1]])
    for u, to, how in EXTRA[L[max(i for i, l in enumerate(L) if l.startswith('# ---'))].split('- ')[1]]: mv(u, *to, **how)
    L.append('bound close')
FUEL='26 Nov: Sixth Army marches on the fuel in its tanks, which simple detail does not count'
T5='su.swf.5ta.';T26=T5+'26tk';T1=T5+'1tk';K8=T5+'8kk';A21='su.swf.21a.';T4=A21+'4tk';G3=A21+'3gkk'
A51='su.sf.51a.';M4=A51+'4mk';C4=A51+'4kk';A57='su.sf.57a.';M13=A57+'13mk'
R='ax.r3.';V='ax.r3.v.';IV='ax.r3.iv.'
sec('D1 am',['19 November, morning: fog; the guns at 07:30, the assault at 08:50 (Kletskaya, Kalmykovsky).'])
raw('setting set battle_hours moves --reason "a battle uses up an hour a move: who has fought may march on"')
W1=event(19,'Kalmykovsky (north)','08:50')
mv(T5+'8gtb.t1-1','029025',rate='contact',o=''); mv(T5+'551','032025','033025',o='')
fight('029026',[T5+'47grd',T5+'8gtb'],1,W1+'47th Guards and 8th Guards Tank Brigade break in')
fight('033026',[T5+'119rd',T5+'50grd',T5+'551'],1,W1+'119th and 50th Guards break in with the flame-throwing tanks')
bk(R+'ii.14id','state=destroyed',W1+'what is left of Romanian 14th Division breaks up')
bk(V+'5id','square=038029',W1+'Romanian 5th Division is thrown back to the east')
W2=event(19,'Kletskaya','08:50')
mv(A21+'2gtp','047031',rate='contact',o='')
fight('045030',[A21+'293rd.r2',A21+'293rd.r3',A21+'1gtp'],1,W2+'293rd Division breaks in with heavy tanks')
fight('047032',[A21+'76rd',A21+'2gtp'],1,W2+'76th Division breaks in with heavy tanks')
bk(IV+'13id.r2','state=destroyed',W2+'what is left of 13th Division breaks up')
bk(IV+'13id.r3','state=destroyed',W2+'what is left of 13th Division breaks up')
bk(IV+'13id','square=039031',W2+'what is left of 13th Division falls back')
bk(IV+'1cd','square=053034',event(19,'Melo-Kletsky','08:50')+'Romanian 1st Cavalry falls back on XI Corps')
bk(V+'6id','square=040028',W1+'Romanian 6th Division bends back its wing')
mv(R+'48.22pz','031034',why='19 Nov, Peschany: XXXXVIII Panzer Corps is turned to the north-west')
mv(T26,'038023','035025'); mv(T1,'034024','031025')
for u in ('47grd','119rd'): mv(T5+u,{'47grd':'029027','119rd':'032026'}[u],rate='contact',o='')
mv(T5+'8gtb','029027')
mv(T4,'047032'); mv(G3,'047031')
def round_the_lakes(*staffs):
    """The rear of 51st Army and 4th Cavalry stand on the far bank; carts want a day longer than staffs."""
    for d,to in ((A51+'302rd','085075'),(A51+'126rd','085078'),(A51+'15grd','085072')):
        for u in (*staffs,'s8','s9'): mv(d+'.'+u,to,why=LAKES)
    mv(A51+'15grd.r1.b3','085071',why=LAKES)
    mv(C4,'085074',o='--close-up --split',why=LAKES)
mv(M4,'085070',why=LAKES); round_the_lakes('s1'); mv(A57+'169rd.s1','085067',why=LAKES)
close()
sec('D1 pm',['19 November, afternoon: the tank corps are committed (12:30 and 13:00); 22 Pz meets 1st Tank Corps at Peschany.'])
mv(R+'48.1rarm','039031',o='',why=event(19,'Peschany','18:00')+'Romanian 1st Armoured, out of touch with its corps, is drawn off to Korotkovsky')
# The fuel column first comes within a hop of the staff, so that who stayed behind has fuel to follow.
mv(R+'48.22pz.s10','034034')
for u in ('s3','s10'): mv(R+'48.22pz.'+u,'031034')
mv(R+'48.22pz','030033')
mv(T26,'035027','035031','035035'); mv(T1,'031028','030031')
for u in ('4mrb','102'): mv(T4+'.'+u,'047034','045034')
fight('044034',[T4+'.4mrb',T4+'.102'],14,event(19,'Gromki')+'Romanian 15th Division holds against 102nd Tank Brigade and 4th Motor-Rifle')
W3=event(19,'Gromki','13:00')
bk(IV+'15id','square=042035',W3+'in the evening Romanian 15th Division is pressed back')
for u,t in (('hq','040032'),('u1-1','040032'),('u2','041032'),('u3','040032'),('u4','040033'),('u1-2','041032')): bk(IV+u,'square='+t,W3+'the troops of IV Corps fall back with 15th Division')
mvx(T4,['4mrb','102'],'047034','045036','044038'); mv(G3,'047035')
for u,t in (('47grd','029029'),('119rd','032028'),('50grd','033026'),('346rd','037024')): mv(T5+u,t,rate='contact',o='')
mv(T5+'8gtb','029029')
for u,t in (('76rd','047032'),('293rd','046032'),('277rd','048031')): mv(A21+u,t,rate='contact',o='')
mv(M4,'085070',why=LAKES); round_the_lakes('s1')
close()
sec('D1 night',['19/20 November: the supply columns close up.'])
mv(T5+'u8-1','035027',o='');mv(T5+'u7-1','035027',o='');mv(T5+'u7-2','035027',o='')
mv(A21+'u8','045035',o=''); mv(A21+'u7-1','045035',o='')
close()
sec('D2 am',['20 November, morning: Perelazovsky falls; Stalingrad Front attacks in the south.'])
for u,n in (('16pz','16th'),('24pz','24th')):
    raw(f'unit split {KG[u]} {KG[u]}.kg {KG[u]}.t1-1 {KG[u]}.r1 --name "Detachment, {n} Panzer Division" --reason "{event(19,"Golubinsky","22:00")}mobile divisions are to be freed for the west"')
bk(R+'48.1rarm','square=042031',event(20,'Zhirkovsky')+'Romanian 1st Armoured fights about Zhirkovsky and Korotkovsky, pressed to the east')
mv(T1+'.89','030031','030032')
fight('030033',[T1+'.89'],1,event(20,'Ust-Medvedetsky','01:00')+'22nd Panzer throws back the advance guard of 1st Tank Corps')
mv(T26,'035031','036037'); mvx(T1,['89'],'030031')
mv(T4,'044038','044042'); mv(G3,'045037')
mv('su.df.65a.304rd.r1','049032',rate='contact',why=event(20,'Melo-Kletsky')+'304th Division has it')
mv('ax.r3.48.22pz','030036')
for u in ('hq','u1','u2','u3','u4'): mv('ax.r3.48.'+u,'030042',o='',why='20 Nov: the staff of XXXXVIII Panzer Corps goes back to Petrovka')
for u,t in (('47grd','029030'),('119rd','034030'),('50grd','035028'),('346rd','037025')): mv(T5+u,t,rate='contact',o='')
for u,t in (('76rd','047034'),('293rd','045033'),('277rd','048033')): mv(A21+u,t,rate='contact',o='')
S1=event(20,'Tsatsa','10:00')
fight('084075',[A51+'302rd',A51+'254tb'],1,S1+'302nd Division and 254th Tank Brigade break in')
bk('ax.pz4.r4.vi.18id','state=destroyed',S1+'what is left of Romanian 18th Division breaks up')
bk('ax.pz4.r4.vi.1id','square=079077',S1+'Romanian 1st Division is thrown back')
for u in ('hq','u1','u2','u3','u4'): bk('ax.pz4.r4.vi.'+u,'square=079074',S1+'the troops of Romanian VI Corps fall back')
S2=event(20,'Tinguta village','12:00')
fight('083066',[A57+'143rb',A57+'422rd',A57+'90tb'],1,S2+'143rd Brigade and 90th Tank Brigade')
fight('083067',[A57+'169rd',A57+'235tb'],2,S2+'169th Division and 235th Tank Brigade')
bk('ax.pz4.r4.vi.2id','state=destroyed',S2+'what is left of Romanian 2nd Division breaks up')
mv(M4,'085070','083071'); round_the_lakes()
for u,t in (('15grd','083072'),('302rd','083075'),('126rd','083078')): mv(A51+u,t,rate='contact',o='')
close()
sec('D2 pm',['20 November, afternoon: 4th Mechanised enters the breach at 13:20, 13th at 16:20; Plodovitoye falls.'])
bk('ax.pz4.iv.20rid','square=075063',event(20,'Andreevka','15:00')+'Romanian 20th Division is pushed back')
bk('ax.pz4.r4.vi.1id','square=077078',S1+'Romanian 1st Division goes on falling back')
for u in ('hq','u1','u2','u3','u4'): bk('ax.pz4.r4.vi.'+u,'square=077075',S1+'the troops of Romanian VI Corps fall back')
mvx(M4,['u7-2'],'081074','074071'); mv(C4,'083074',o='--close-up --split'); mv(M13,'083067','082067'); mv(M13+'.17mb','081067','079067')
mv('ax.pz4.29mot','077064',why='20 Nov: 29th Motorised marches to Nariman against the breach of 57th Army')
for u,t in (('15grd','081072'),('302rd','081075'),('126rd','081078')): mv(A51+u,t,rate='contact',o='')
for u,t in (('422rd','082066'),('169rd','083067')): mv(A57+u,t,rate='contact',o='')
mv(A21+'hq','044037',o=''); mv(T5+'hq','035027','035029',o='')
W4=event(20,'Perelazovsky','05:00')
mv(T26,'036037')
fight('036037',[T26],1,W4+'26th Tank Corps storms it, Romanian V Corps HQ is taken')
for u in ('u3','u4'): bk(V+u,'state=destroyed',W4+'the carts and the hospital of Romanian V Corps are overrun')
mv(T26,'036037','035041'); mv(T1,'030032'); mv(T4,'044042','050046'); mv(G3,'044040')
for u,t in (('47grd','029032'),('119rd','035031'),('50grd','036030'),('346rd','037026')): mv(T5+u,t,rate='contact',o='')
close()
sec('D2 night',['20/21 November.'])
mv(T5+'u7-1','Perelazovsky',o='');mv(T5+'u7-2','Perelazovsky',o='');mv(T5+'u8-1','Perelazovsky',o='')
raw('dump open su.d.5tap --owner su.swf.5ta --at Perelazovsky --name "5th Tank Army dump Perelazovsky" --reason "21 Nov: two truck battalions of the army have come up"')
mv(A51+'u7-3','Plodovitoye',o='');mv(A51+'u8','Plodovitoye',o='')
raw('dump open su.d.51ap --owner su.sf.51a --at Plodovitoye --name "51st Army dump Plodovitoye" --reason "20 Nov: a truck battalion of the army has come up"')
mv(A21+'u7-1','Manoylin',o='');mv(A21+'u8','Manoylin',o='')
close()
sec('D3 am',['21 November, morning.'])
mv(T1,'033032','035032')
mv(A21+'u8','050048',o=''); mv(A51+'hq','081074',o='');mv(A21+'hq','Manoylin',o=''); mv(T5+'hq','Perelazovsky',o='')
mv(T26,'035041','Dobrinka'); mv(T4,'050048','052051')
raw('dump open su.d.21am --owner su.swf.21a --at Manoylin --name "21st Army dump Manoylin" --reason "21 Nov: a truck battalion of the army has come up"')
raw('unit command ax.pz4.iv ax.a6 --reason "21 Nov: IV Corps to Sixth Army"')
raw('unit command ax.pz4.29mot ax.a6 --reason "21 Nov: 29th Motorised to Sixth Army"')
mvx(M4,['59mb'],'074071'); mv(M4+'.59mb','076072','076070','074071',why=event(21,'74 km siding')+'4th Mechanised cuts the railway'); mv(C4,'081074',o='--close-up --split')
for u in ('r1.b2','r2','s3','t1-1','s1'): mv('ax.pz4.29mot.'+u,'077065','077066','078066','078067',o='')
fight('079067',['ax.pz4.29mot'],13,event(21,'Nariman')+'29th Motorised throws 17th Mechanised Brigade into disorder and holds 13th Corps up','AX')
close()
sec('D3 pm',['21 November, afternoon.'])
mv(T26,'Dobrinka'); mv(T4,'054051','056050'); mv(T1,'035041')
mv(M4+'.60mb','073071','072071')
fight('072072',[M4+'.60mb'],5,event(21,'Abganerovo station')+'60th Mechanised Brigade overcomes the Flak that covers it')
mv(M4+".60mb","Abganerovo_station"); mvx(M4,['60mb'],'069067'); mv(C4,'077073',o='--close-up --split'); mv('ax.pz4.29mot','075062',why='21 Nov: 29th Motorised goes back to the Chervlenaya, now under Sixth Army'); mv(M13+'.62mb','077067','074071',why='21 Nov: the railway to the 74 km siding'); mv(M13,'077067',why='21 Nov: Tinguta station')
close()
sec('D3 night',['21/22 November.'])
mv(A51+'u8','074071',o='')
mv(T5+'u7-1','Dobrinka',o='');mv(T5+'u8-1','Dobrinka',o='');
close()
sec('D4 am',['22 November, morning: the bridge at Berezovsky.'])
mv(T1,'Dobrinka')
mv(A21+'u8','054051',o='')
mv(T5+'u7-1','Dobrinka',o='')
raw('dump open su.d.5tad --owner su.swf.5ta --at Dobrinka --name "5th Tank Army dump Dobrinka" --reason "22 Nov: a truck battalion of the army has come up"')
mv(T26+'.14mrb','056052'); mvx(T26,['14mrb'],'056052'); mvx(T4,['102','4mrb'],'056051','057051','058051','058049')
mvx(M4,['60mb','u7-2'],'071063','067060','065055'); mv(M4+'.u7-2','071063'); mv(A51+'hq','074071',o=''); mv(A51+'u8','069067',o='');mv(M4+'.60mb','069067'); mv(C4,'073073',o='--close-up --split'); mv(M13,'077065')
mv('ax.hol','020034'); mv('ax.r3.48.22pz','Medvezhy')
close()
sec('D4 pm',['22 November, afternoon.'])
mv(T1,'Dobrinka')
mv(T26+'.14mrb','056052')
fight('057052',[T26+'.14mrb'],1,event(22,'Berezovsky','06:00')+'14th Motor-Rifle Brigade (forward detachment Filippov) takes the Don bridge whole')
mv(T26,'Berezovsky'); mvx(T4,['102','4mrb'],'Rubezhny_(Kalach)')
fight('058053',[T4+'.69'],2,event(22,'Rubezhny (Kalach)')+'69th Tank Brigade scatters the engineer school that holds the west end of the bridge')
mvx(M4,['60mb','u7-2'],'067060','065055'); mv(M4+'.60mb','067060'); mv(C4,'Abganerovo',o='--close-up --split')
close()
sec('D4 night',['22/23 November.']); close()
sec('D5 am',['23 November, morning: Kalach.'])
mv(T26,'059054'); mv(T4,'Kamyshi'); mv(M4+'.60mb','067060','065055'); [mv(f'{M4}.{u}','066056') for u in ('36mb','59mb','55tp','158tp')]; mv(C4,'Abganerovo',o='--close-up --split'); mv(A51+'u7-1','Abganerovo_station',o='')
mv(T1,'Dobrinka','050051','050053')
for u in ('r2.b2','r3','s2','s6'): mv(T5+'50grd.'+u,'036028','037028',rate='contact',o='')
close()
sec('D5 pm',['23 November, afternoon: the ring closes at Sovetsky at 16:00.'])
W=event(23,'Golovsky')+'Group Lascar, surrounded, is split, '
fight('037026',[T5+'346rd.'+r for r in ('r1','r2','r3')],1,W+'346th Division from the north')
fight('037027',[T5+'50grd'],1,W+'50th Guards from the south')
raw(f'battle new 038027 --by {T5}50grd')
raw('battle record 038027 --end taken --moves 1 --set D=surrendered --set A2=attacks:0 --set A3=037027,attacks:0 '
    '--set A4=attacks:0 --post --reason "'+event(23,'Golovsky')+'Group Lascar surrenders, here the guns of Romanian 5th Division to 50th Guards"')
mv(T1,'050051','050053',why='23 Nov: 1st Tank Corps comes to the lower Liska before Lysov')
mv(T4,'059054','Ilyevka','065055',why='23 Nov, 16:00: 4th Tank Corps meets 4th Mechanised at Sovetsky')
close()
sec('D5 night',['23/24 November: Group Lascar surrenders.'])
W=event(23,'Golovsky')+'Group Lascar surrenders in the night'
for u in (V+'5id',V+'6id',IV+'15id',IV+'13id',R+'48.1rarm'): bk(u,'state=surrendered',W)
for u in ('hq','u1-1','u1-2','u2','u3','u4'): bk(IV+u,'state=surrendered',W)
close()

XI=['376id','44id','384id']
def xi(t):
    for u,to in t.items(): mv('ax.a6.xi.'+u,to)
def sov(*l):
    for u,to in l: mv(u,to,rate='contact',o='')
sec('D6 am',['24 November, morning: 26th Tank Corps to 21st Army; XI Corps begins to draw back on Osinovka.'])
raw('unit command su.swf.5ta.26tk su.swf.21a --reason "24 Nov, 04:00: 26th Tank Corps to 21st Army"')
W5=event(24,'Osinovka')
bk('ax.a6.li.94id','sp=40%',event(23,'Yerzovka')+'94th Division leaves its line and is mauled by 66th Army')
bk('ax.a6.xi.376id','square=053036',W5+'XI Corps withdraws to the bridgehead')
bk('ax.a6.xi.44id','square=056037',W5+'XI Corps withdraws to the bridgehead')
bk('ax.r3.iv.1cd','square=054036',W5+'Romanian 1st Cavalry withdraws with XI Corps')
mv('ax.r3.48.22pz','030042')
close()
sec('D6 pm',['24 November, afternoon: the outer front moves to the Chir and to Aksai.'])
for u,t in (('376id','053039'),('44id','056040'),('384id','062039')): bk('ax.a6.xi.'+u,'square='+t,W5+'XI Corps withdraws to the bridgehead')
bk('ax.r3.iv.1cd','square=055038',W5+'Romanian 1st Cavalry withdraws with XI Corps')
close()
sec('D6 night',['24/25 November: the airlift to Pitomnik begins.'])
mv('su.swf.5ta.u7-2','Dobrinka',o='')
close()
sec('D7 am',['25 November, morning: 22 Pz gets out over the Chir at Chernyshevskaya.'])
for u,t in (('376id','054041'),('44id','057042'),('384id','062041')): bk('ax.a6.xi.'+u,'square='+t,W5+'XI Corps goes on to the Don, over which it is on the 26th')
bk('ax.r3.iv.1cd','square=056040',W5+'Romanian 1st Cavalry withdraws with XI Corps to Akimovsky')
mv('ax.r3.48.22pz','Chernyshevskaya',why='25 Nov: 22 Pz retakes the Chir bridge and gets out to the west bank')

close()
sec('D7 pm',['25 November, afternoon.'])
for u,t in (('376id','056042'),('44id','058043'),('384id','062043')): bk('ax.a6.xi.'+u,'square='+t,W5+'XI Corps goes on to the Don, over which it is on the 26th')
bk('ax.r3.iv.1cd','square=058041',W5+'Romanian 1st Cavalry withdraws with XI Corps to Akimovsky')
for u in ('hq','u1','u2','u3','u4','14pz'): mv('ax.a6.xi.'+u,'Akimovsky',o='' if u!='14pz' else '--close-up',over=FUEL if u in ('u1','14pz') else None)

close()
sec('D7 night',['25/26 November.']); close()
sec('D8 am',['26 November, morning: XI Corps and 14 Pz back over the Don.'])
for u in XI: mv('ax.a6.xi.'+u,'Akimovsky','Luchinsky')
for u in XI: mv('ax.a6.xi.'+u+'.s3','Akimovsky','Luchinsky',over=FUEL)
mv('ax.r3.iv.1cd','Akimovsky','Luchinsky')
for u in ('r3','s3'): mv('ax.r3.iv.1cd.'+u,'Akimovsky','Peskovatka',over=FUEL)
mv('ax.a6.xi.14pz','Peskovatka',over=FUEL)
for u in KG.values(): mv(u+'.kg','Peskovatka',over=FUEL)
for u in ('hq','u1','u2','u3','u4'): mv('ax.a6.xi.'+u,'Peskovatka',o='',over=FUEL if u=='u1' else None)

close()
sec('D8 pm',['26 November, afternoon.'])
for u in XI: mv('ax.a6.xi.'+u,'Akimovsky','Luchinsky')
for u in XI: mv('ax.a6.xi.'+u+'.s3','Akimovsky','Luchinsky',over=FUEL)
mv('ax.r3.iv.1cd','Akimovsky','Luchinsky'); 
close()
sec('D8 night',['26/27 November.']); close()
for d in ('am','pm'):
    sec('D9 '+d,['27 November: the first train of 6th Panzer Division at Kotelnikovo; the last of XI Corps come over the Don.'])
    for u in XI: mv('ax.a6.xi.'+u,'Akimovsky','Peskovatka')
    mv('ax.r3.iv.1cd','Akimovsky','Peskovatka')
    close()
sec('D9 night',['27/28 November.']); close()
for d in ('am','pm','night'):
    sec('D10 '+d,['28 November: Vertyachy and Peskovatka.'])
    close()
for d in ('am','pm','night'):
    sec('D11 '+d,['29 November: the last of XI Corps are over the Don.'])
    if d=='night':
        for c in ('akimovsky','luchinsky','peskovatka','vertyachy'): raw('crossing destroy %s --reason "28-29 Nov: the Don bridges are given up and blown"'%c)
    close()
for d in ('am','pm','night'):
    sec('D12 '+d,['30 November: the perimeter of the pocket.'])
    close()
HEAD = '''# Operation Uranus as it went, 19 to 30 November 1942, bound by bound, from timeline.csv.
# Sixteen battles are fought by the rules from a seed (`battle new`, `battle resolve`), one is recorded as it went; what
# else became of the beaten is booked by the umpire (`unit set ... --reason`, at most 9 km a bound); everybody else
# marches.
# Written by campaigns/tools/history.py.'''
open(FOLDER + 'history.txt','w').write(HEAD + '\n' + '\n'.join(L)+'\n')
