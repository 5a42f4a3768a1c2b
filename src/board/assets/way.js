'use strict';
// Way points under the hand: of an order that is being written, and of the trips of a plan. Where one is dropped goes into a field of
// the form, in which it can be typed as well; arrows move the one that has the focus, Delete takes it out.
(() => {
  const { map, one, all, picture, point, square, middle, data, chosenBox, see, made, hands } = window.railhead;
  if (!map) return;
  const drawn = (name, attributes, text = '') => {
    const of = document.createElementNS('http://www.w3.org/2000/svg', name);
    for (const key in attributes) of.setAttribute(key, attributes[key]);
    of.textContent = text;
    return of;
  };
  const words = field => field.value.split(/[ ,]+/).filter(word => word);
  const put = (field, text) => { field.value = text; field.dispatchEvent(new Event('input', { bubbles: true })); };
  const line = points => points.map(of => of.map(n => n.toFixed(2)).join(',')).join(' ');

  // What can be taken hold of: where it is, what it is called, the points between which it hangs, and what becomes of it.
  const takes = new WeakMap();
  const shape = (kind, label, take) => {
    const of = drawn('g', { class: 'grip ' + kind });
    if (take.drop) { of.setAttribute('tabindex', '0'); of.setAttribute('role', 'button'); of.setAttribute('aria-label', label); }
    of.append(drawn('title', {}, label));
    takes.set(of, take);
    return of;
  };
  const knob = (kind, sign, label, take) => {
    const of = shape(kind, label + ': drag it, or move it by the arrows' + (take.remove ? '; Delete takes it out' : ''), take), [cx, cy] = middle(take.at);
    of.append(drawn('circle', { class: 'reach', cx, cy }), drawn('circle', { class: 'spot', cx, cy }));
    if (sign) of.append(drawn('text', { x: cx, y: cy }, sign));
    return of;
  };
  // Who has the focus keeps it, though all are drawn anew.
  const anew = draw => () => {
    const place = all('.grip[tabindex]', picture()).indexOf(document.activeElement);
    for (const old of all('.way, .grip', picture())) old.remove();
    draw();
    scaled();
    const now = all('.grip[tabindex]', picture());
    if (place >= 0 && now.length) now[Math.min(place, now.length - 1)].focus();
  };
  // One size under the finger, whatever the scale.
  const isCoarse = matchMedia('(pointer: coarse)');
  const scaled = () => {
    const seen = picture().getScreenCTM(), unit = seen ? 1 / seen.a : 1;
    for (const of of all('.grip .reach', picture())) of.setAttribute('r', unit * (isCoarse.matches ? 22 : 14));
    for (const of of all('.grip .spot', picture())) of.setAttribute('r', unit * (of.parentElement.matches('.via') ? 6 : 10));
    for (const of of all('.grip text', picture())) {
      const isWhen = of.matches('.when');
      of.setAttribute('font-size', unit * (isWhen ? 12 : 13)); of.setAttribute('dx', isWhen ? unit * 14 : 0); of.setAttribute('dy', unit * (isWhen ? -8 : 4.5));
    }
    for (const of of all('.grip .rope', picture())) of.setAttribute('stroke-width', unit * (isCoarse.matches ? 30 : 14));
  };
  hands.scaled = scaled;

  // Where it is dropped: a formation or a dump that is seen there, if it goes to one, or else the square.
  const under = (event, take) => {
    const at = square(point(event));
    if (!take.things || !at) return at;
    const seen = document.elementsFromPoint(event.clientX, event.clientY);
    const thing = seen.map(of => of.closest('[data-thing]')).find(of => of), unit = seen.map(of => of.closest('.unit')).find(of => of);
    const named = thing && thing.dataset.thing.match(/^(?:dump|railhead):(.*)$/);
    return named ? named[1] : unit && take.things === 'units' ? unit.dataset.unit.split(' ')[0] : at;
  };
  let held, pressed = null, wasDragged = false;
  const follow = event => {
    const to = point(event);
    held.rope.setAttribute('points', line([...held.take.from, [to.x, to.y], ...held.take.to]));
    one('#pointer').textContent = square(to) || '';
  };
  map.addEventListener('pointerdown', event => {
    const of = event.target.closest('.grip'), take = of && takes.get(of);
    wasDragged = false;
    pressed = take;
    if (!take || held || event.button) return;
    // The map stays where it is.
    event.stopImmediatePropagation();
    map.setPointerCapture(event.pointerId);
    held = { take, of, id: event.pointerId, begun: [event.clientX, event.clientY], rope: drawn('polyline', { class: 'pulled' }) };
  }, true);
  map.addEventListener('pointermove', event => {
    if (!held || event.pointerId !== held.id) return;
    event.stopImmediatePropagation();
    if (!wasDragged && Math.hypot(event.clientX - held.begun[0], event.clientY - held.begun[1]) < 5) return;
    if (!wasDragged) { wasDragged = true; held.of.classList.add('held'); picture().append(held.rope); }
    follow(event);
  }, true);
  const let_go = () => { held.of.classList.remove('held'); held.rope.remove(); held = null; };
  map.addEventListener('pointerup', event => {
    if (!held || event.pointerId !== held.id) return;
    event.stopImmediatePropagation();
    const { take } = held;
    let_go();
    if (!wasDragged) return;
    const to = under(event, take);
    if (to) (take.drop || take.insert)(to);
  }, true);
  map.addEventListener('pointercancel', event => { if (held && event.pointerId === held.id) let_go(); }, true);
  addEventListener('keydown', event => {
    if (held && event.key === 'Escape') { event.stopImmediatePropagation(); event.preventDefault(); let_go(); return; }
    const of = event.target.closest && event.target.closest('.grip'), take = of && takes.get(of);
    if (!take) return;
    const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (steps) {
      const [x, y] = middle(take.at), to = square({ x: x + steps[0] * data('square'), y: y + steps[1] * data('square') });
      if (to) { take.at = to; take.drop(to); }
    } else if (take.remove && (event.key === 'Delete' || event.key === 'Backspace')) take.remove();
    else return;
    event.stopImmediatePropagation();
    event.preventDefault();
  }, true);
  // Whoever lets go of one has not tapped; what is tapped beside it, is.
  map.addEventListener('click', event => {
    if (wasDragged || (pressed && !pressed.insert)) { event.stopImmediatePropagation(); wasDragged = false; }
  }, true);

  // An order: its points in one field.
  const way = one('form[data-way] input[name=way]');
  const known = new Map();
  let course = {}, when = [];
  const placed = word => /^\d+$/.test(word) && word.length === 2 * data('digits') ? word : known.get(word);
  const withPoint = (list, place, to, isNew) => {
    const now = [...list];
    now.splice(place, isNew ? 0 : 1, to);
    // One that is dropped on its neighbour is one with it.
    put(way, now.filter((word, at) => at === 0 || placed(word) !== placed(now[at - 1])).join(' '));
  };
  const without = (list, place) => put(way, list.filter((_, at) => at !== place).join(' '));
  const drawWay = anew(() => {
    const list = words(way), box = chosenBox(), begins = box ? [[box[0] + box[2] / 2, box[1] + box[3] / 2]] : [];
    const at = place => { const of = list[place] && placed(list[place]); return of ? [middle(of)] : []; };
    const before = place => place ? at(place - 1) : begins;
    // Along the squares that the march takes, as soon as the board has said which; straight until then.
    const path = course.of === way.value ? course.squares.map(middle) : [];
    let begun = 0;
    const pieces = list.map((_, place) => {
      const ends = [...before(place), ...at(place)];
      if (begun >= path.length || ends.length < 2) return ends;
      const [x, y] = ends[1], found = path.slice(begun).findIndex(of => Math.abs(of[0] - x) < 0.1 && Math.abs(of[1] - y) < 0.1);
      // Who stands apart in his formation comes to a square beside the one that was named.
      const piece = found < 0 ? [...path.slice(begun), ends[1]] : path.slice(begun, begun + found + 1);
      begun = found < 0 ? path.length : begun + found;
      return piece;
    });
    picture().append(drawn('polyline', { class: 'way', points: line(pieces.flat()) }));
    list.forEach((_, place) => {
      const ends = pieces[place];
      if (ends.length < 2) return;
      const rope = shape('between', 'drag to go by another way', { from: before(place), to: at(place), insert: to => withPoint(list, place, to, true) });
      rope.append(drawn('polyline', { class: 'rope', points: line(ends) }));
      picture().append(rope);
    });
    list.forEach((word, place) => {
      if (!placed(word)) return;
      const take = { at: placed(word), from: before(place), to: at(place + 1), drop: to => withPoint(list, place, to), remove: () => without(list, place) };
      const of = knob('point', String(place + 1), `way point ${place + 1}, ${word}${told(place) ? ': ' + told(place) : ''}`, take);
      if (told(place)) { const [x, y] = middle(take.at); of.append(drawn('text', { class: 'when', x, y }, told(place))); }
      picture().append(of);
    });
    listPoints(list);
  });
  // When it comes there, as soon as the board has said it of this way.
  const told = place => course.of === way.value ? when[place] || '' : '';
  // The same in the panel, each with a button that takes it out.
  const points = way && made('ol', '', { className: 'points' });
  const listPoints = list => points.replaceChildren(...list.map((word, place) => {
    const row = made('li', word + ' '), out = made('button', '×', { type: 'button', title: 'take it out' });
    out.setAttribute('aria-label', `take out way point ${place + 1}, ${word}`);
    out.addEventListener('click', () => { without(list, place); const next = one('button', points); (next || way).focus(); });
    if (told(place)) row.append(made('small', told(place)));
    row.append(out);
    return row;
  }));
  if (way) {
    way.closest('label').after(points);
    way.addEventListener('input', drawWay);
    hands.drawn = drawWay;
    hands.tapped = at => { if (at) put(way, [...words(way), at].join(' ')); return Boolean(at); };
    addEventListener('keydown', event => {
      if (event.key === 'Backspace' && way.value && !event.target.matches('input, textarea, select')) put(way, words(way).slice(0, -1).join(' '));
    });
    // What places are called has its squares once the board has read it.
    const foreseen = one('#foreseen');
    const readPoints = () => {
      const read = one('[data-squares]', foreseen), list = words(way), squares = read ? read.dataset.squares.split(' ') : [];
      if (!read || squares.length !== list.length) return;
      list.forEach((word, place) => known.set(word, squares[place]));
      course = { of: way.value, squares: words({ value: read.dataset.course }) };
      when = read.dataset.when ? read.dataset.when.split('|') : [];
      drawWay();
    };
    drawWay();
    if (foreseen) { readPoints(); new MutationObserver(readPoints).observe(foreseen, { childList: true }); }
  }

  // Trips of a plan: the one that is open in the list is under the hand.
  const trips = one('form.trips');
  if (trips) {
    const fieldOf = (vehicle, name) => trips.elements[name + ':' + vehicle];
    const opened = () => one('details[data-of][open]', trips);
    const drawnTrip = vehicle => all('.over.trips [data-trip]', picture()).find(of => of.dataset.trip === vehicle);
    const pointsOf = of => of ? of.getAttribute('points').split(' ').filter(pair => pair).map(pair => pair.split(',').map(Number)) : [];
    const near = (list, [x, y]) => list.findIndex(of => Math.abs(of[0] - x) < 0.1 && Math.abs(of[1] - y) < 0.1);
    const drawGrips = anew(() => {
      for (const of of all('.over.trips [data-trip]', picture())) of.classList.toggle('open', Boolean(opened()) && of.dataset.trip === opened().dataset.of);
      const open = opened(), vehicle = open && open.dataset.of, trip = open && drawnTrip(vehicle);
      if (!trip) return;
      const full = pointsOf(one('.full', trip)), via = fieldOf(vehicle, 'via'), list = words(via);
      // Squares as the board has read them; where it could not, the field is what can be changed.
      const read = trip.dataset.via.split(' ').filter(of => of), where = list.map((_, place) => read.length === list.length ? read[place] : null);
      const stops = [full[0], ...where.map(of => of && middle(of)), full.at(-1)], set = (name, to) => put(fieldOf(vehicle, name), to);
      const change = (place, to, isNew) => {
        const now = [...list];
        now.splice(place, isNew ? 0 : 1, to);
        put(via, now.filter((word, at) => word !== trip.dataset.goal && now.indexOf(word) === at).join(' '));
      };
      // Each piece of the way between two points in which it is bound.
      let begun = 0;
      stops.slice(1).forEach((stop, place) => {
        const ends = stop && place < list.length ? near(full.slice(begun), stop) + begun : full.length - 1;
        if (ends <= begun) return;
        const rope = shape('between', 'drag to go by another way', { from: [full[begun]], to: [full[ends]], insert: to => change(place, to, true) });
        rope.append(drawn('polyline', { class: 'rope', points: line(full.slice(begun, ends + 1)) }));
        picture().append(rope);
        begun = ends;
      });
      where.forEach((at, place) => at && picture().append(knob('via', '', `by ${list[place]}`, { at, from: [stops[place] || full[0]], to: [stops[place + 2] || full.at(-1)], drop: to => change(place, to), remove: () => put(via, list.filter((_, of) => of !== place).join(' ')) })));
      const { loads, goal } = trip.dataset;
      if (loads) picture().append(knob('end', '', 'where it loads', { at: loads, from: pointsOf(one('.empty', trip)).slice(0, 1), to: [stops[1] || full.at(-1)], things: 'stores', drop: to => set('from', to) }));
      picture().append(knob('end', '', 'where it goes', { at: goal, from: [stops.at(-2) || full[0]], to: [], things: 'units', drop: to => set('to', to) }));
    });
    let waiting, asking;
    const ask = async () => {
      if (asking) asking.abort();
      const mine = asking = new AbortController(), fields = new URLSearchParams(new FormData(trips));
      for (const name of ['form_key', 'reason']) fields.delete(name);
      fields.set('mode', 'preview');
      try {
        const answer = await fetch(trips.getAttribute('action'), { method: 'POST', body: fields, signal: mine.signal });
        const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html');
        if (mine !== asking) return;
        const now = one('.over.trips', fresh), old = one('.over.trips', picture());
        if (now && old) old.replaceWith(document.importNode(now, true));
        for (const told of all('[data-told]', trips)) {
          const of = all('[data-told]', fresh).find(other => other.dataset.told === told.dataset.told);
          if (of) told.replaceChildren(...of.childNodes);
        }
        one('#foreseen').replaceChildren(...all('main .conflict, main .outcome', fresh));
        drawGrips();
      } catch { /* It was changed again, or the board is gone: the button shows it as ever. */ }
    };
    trips.addEventListener('input', event => { if (event.target.name !== 'reason') { clearTimeout(waiting); waiting = setTimeout(ask, 250); } });
    trips.addEventListener('toggle', () => {
      const open = opened(), trip = open && drawnTrip(open.dataset.of);
      if (trip) { const box = trip.getBBox(); see([box.x, box.y, box.width, box.height]); }
      drawGrips();
    }, true);
    map.addEventListener('click', event => {
      const of = event.target.closest('[data-trip]'), details = of && all('details[data-of]', trips).find(each => each.dataset.of === of.dataset.trip);
      if (!details) return;
      event.stopImmediatePropagation();
      details.open = true;
      details.scrollIntoView({ block: 'nearest' });
    }, true);
    hands.drawn = drawGrips;
    drawGrips();
  }
})();
