'use strict';
(() => {
  const all = (css, within = document) => [...within.querySelectorAll(css)];
  const one = (css, within = document) => within.querySelector(css);
  const body = document.body;
  const under = body.classList.contains('player') ? '/p' : '';

  const entry = one('form[data-goes-on]');
  if (entry) entry.submit();

  // The map: what is seen of it is the viewBox of its picture.
  const map = one('#map');
  let view, whole;
  const picture = () => one('#map > svg');
  // What else lies on the map is drawn again with it, and keeps its size whatever the scale.
  const hands = { drawn: () => {}, scaled: () => {}, tapped: () => false };
  const show = () => { picture().setAttribute('viewBox', view.map(n => n.toFixed(2)).join(' ')); picture().classList.toggle('is-far', data('square') * Math.min(map.clientWidth / view[2], map.clientHeight / view[3]) < 14); hands.scaled(); };
  const begin = () => {
    const svg = picture();
    whole = svg.getAttribute('viewBox').split(' ').map(Number);
    if (!view) { view = kept() || near(); seeChosen(); }
    svg.setAttribute('preserveAspectRatio', 'xMidYMid meet');
    // What can be chosen stands in it: it is no single image.
    svg.setAttribute('role', 'group');
    show();
    reachable(svg);
    mark();
    look();
    hands.drawn();
  };
  const reachable = within => {
    for (const unit of all('.unit', within)) {
      unit.setAttribute('tabindex', '0');
      unit.setAttribute('role', 'link');
      unit.setAttribute('aria-label', [one('title', unit), ...all('text', unit)].map(of => of.textContent).join(' '));
    }
  };
  // From near each battalion has its symbol: those round the middle of what is seen are fetched, and take the place of the others.
  let looking, looks;
  const look = () => { clearTimeout(looking); looking = setTimeout(nearer, 200); };
  const nearer = async () => {
    const svg = picture();
    if (!svg || !one('#units .unit', svg)) return;
    const scale = Math.min(map.clientWidth / view[2], map.clientHeight / view[3]), side = data('square');
    const wide = map.clientWidth / scale / side, high = map.clientHeight / scale / side;
    const isNear = side * scale >= 38 && wide <= data('nearColumns') && high <= data('nearRows');
    const here = one('.near', svg);
    if (!isNear) { if (looks) looks.abort(); svg.classList.remove('is-near'); if (here) { here.remove(); mark(); } return; }
    const first = [(view[0] + view[2] / 2 - data('x')) / side - wide / 2 + data('col'), (view[1] + view[3] / 2 - data('y')) / side - high / 2 + data('row')];
    const covers = (from, count, at, seen, all) => Number(from) <= Math.max(0, at) && Number(from) + Number(count) >= Math.min(all, at + seen);
    if (here && covers(here.dataset.col, here.dataset.columns, first[0], wide, data('columns')) && covers(here.dataset.row, here.dataset.rows, first[1], high, data('rows'))) return;
    const at = square({ x: Math.min(Math.max(view[0] + view[2] / 2, data('x')), data('x') + side * data('columns') - 0.01), y: Math.min(Math.max(view[1] + view[3] / 2, data('y')), data('y') + side * data('rows') - 0.01) });
    if (!at) return;
    if (looks) looks.abort();
    const mine = looks = new AbortController(), address = new URL(under + '/near/' + at, location), now = new URL(location).searchParams;
    // On the page of a plan the side is whose plan it is, and not who looks.
    for (const name of location.pathname === '/plan' ? ['at'] : ['at', 'side']) if (now.get(name)) address.searchParams.set(name, now.get(name));
    try {
      const answer = await fetch(address, { signal: mine.signal });
      if (!answer.ok) return;
      const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html').querySelector('.near');
      if (!fresh || mine !== looks) return;
      const lies = { x: data('x') + (fresh.dataset.col - data('col')) * side, y: data('y') + (fresh.dataset.row - data('row')) * side, width: fresh.dataset.columns * side, height: fresh.dataset.rows * side };
      for (const name in lies) fresh.setAttribute(name, lies[name]);
      const had = document.activeElement.closest && document.activeElement.closest('.unit');
      for (const old of all('.near', svg)) old.remove();
      reachable(fresh);
      one('#units', svg).after(fresh);
      svg.classList.add('is-near');
      mark();
      // Who went through the symbols by keys goes on among those that took their place, near where he was.
      const same = had && (all('.unit', fresh).find(of => of.dataset.square === had.dataset.square) || one('.unit', fresh));
      if (same) same.focus();
    } catch { /* The map was moved on, or the board is gone: the symbols of before stand. */ }
  };
  const fitted = () => [...whole];
  // On a phone a third of the map, about the middle of all that stands on it.
  const near = () => {
    // Of a plan, of its trips.
    const trips = all('.over.trips [data-trip]', picture()), boxes = (trips.length ? trips : all('.unit', picture())).map(of => of.getBBox());
    if (map.clientWidth > 720 || !boxes.length) return fitted();
    const middle = of => boxes.reduce((sum, box) => sum + of(box), 0) / boxes.length;
    const width = whole[2] / 3, height = width * map.clientHeight / map.clientWidth;
    return [middle(box => box.x) - width / 2, middle(box => box.y) - height / 2, width, height];
  };
  // What was seen of the map of one campaign is nothing to that of another.
  const seenAs = () => ['view', (one('.campaign') || {}).title, map.dataset.columns + 'x' + map.dataset.rows, location.pathname].join(' ');
  const kept = () => { try { return JSON.parse(sessionStorage.getItem(seenAs())); } catch { return null; } };
  const keep = () => { look(); sessionStorage.setItem(seenAs(), JSON.stringify(view)); };
  // A point of the screen in the units of the picture.
  const point = event => new DOMPoint(event.clientX, event.clientY).matrixTransform(picture().getScreenCTM().inverse());
  const zoom = (by, at) => {
    const width = Math.min(whole[2] * 1.2, Math.max(whole[2] / 40, view[2] * by)), factor = width / view[2];
    const [x, y] = at || [view[0] + view[2] / 2, view[1] + view[3] / 2];
    view = [x - (x - view[0]) * factor, y - (y - view[1]) * factor, width, view[3] * factor];
    show(); keep();
  };
  const move = (x, y) => { view[0] += view[2] * x; view[1] += view[3] * y; show(); keep(); };
  const data = name => Number(map.dataset[name]);
  const square = at => {
    const col = Math.floor((at.x - data('x')) / data('square')) + data('col');
    const row = Math.floor((at.y - data('y')) / data('square')) + data('row');
    const digits = data('digits');
    const inside = col >= 0 && row >= 0 && col < data('columns') && row < data('rows');
    return inside ? String(col).padStart(digits, '0') + String(row).padStart(digits, '0') : null;
  };
  // The middle of a square by its reference, in the units of the picture.
  const middle = of => {
    const digits = data('digits'), side = data('square');
    return [data('x') + (Number(of.slice(0, digits)) - data('col') + 0.5) * side, data('y') + (Number(of.slice(digits)) - data('row') + 0.5) * side];
  };
  // What is chosen: its symbol, or else the square in which it is.
  // Where something is seen, in the units of the picture.
  const boxOf = of => {
    const box = of.getBoundingClientRect(), inverse = picture().getScreenCTM().inverse();
    const [a, b] = [[box.left, box.top], [box.right, box.bottom]].map(([x, y]) => new DOMPoint(x, y).matrixTransform(inverse));
    return { x: a.x, y: a.y, width: b.x - a.x, height: b.y - a.y };
  };
  const chosenBox = () => {
    const chosen = one('.field').dataset.chosen || new URL(location).searchParams.get('unit');
    const unit = chosen && all('.unit', picture()).find(of => of.dataset.unit.split(' ').includes(chosen) && of.getClientRects().length);
    if (unit) { const box = boxOf(unit); return [box.x - 1, box.y - 1, box.width + 2, box.height + 2]; }
    const at = one('.field').dataset.at, side = data('square');
    if (!at) return null;
    const [x, y] = middle(at);
    return [x - side / 2, y - side / 2, side, side];
  };
  const seeChosen = () => { const box = chosenBox(); if (box) see(box); };
  const see = box => {
    const x = box[0] + box[2] / 2, y = box[1] + box[3] / 2;
    // On a phone the card lies over the foot of the map.
    const card = map.clientWidth > 720 ? null : one('.card'), of = map.getBoundingClientRect();
    const seen = card ? Math.min(1, Math.max(0.2, (card.getBoundingClientRect().top - of.top) / of.height)) : 1;
    if (x < view[0] || y < view[1] || x > view[0] + view[2] || y > view[1] + view[3] * seen) { view[0] = x - view[2] / 2; view[1] = y - view[3] * seen / 2; keep(); }
  };
  const mark = () => {
    for (const old of all('.chosen', picture())) old.remove();
    const box = chosenBox();
    if (!box) return;
    const rect = document.createElementNS('http://www.w3.org/2000/svg', 'rect');
    ['x', 'y', 'width', 'height'].forEach((name, place) => rect.setAttribute(name, box[place]));
    rect.setAttribute('class', 'chosen');
    picture().append(rect);
  };
  const go = address => {
    const now = new URL(location).searchParams;
    for (const name of ['at', 'side', 'off', 'on']) if (now.get(name)) address += (address.includes('?') ? '&' : '?') + name + '=' + now.get(name);
    location.href = address;
  };
  // A field waits for what is pointed at: its form stands with all that is in it in the address to which one comes back.
  const picks = map && new URL(location).searchParams.has('pick') ? JSON.parse(sessionStorage.getItem('pick') || 'null') : null;
  const picked = word => {
    const to = new URL(picks.to, location), had = picks.many && to.searchParams.get(picks.name);
    to.searchParams.set(picks.name, had ? had + '\n' + word : word);
    location.replace(to);
  };
  const select = word => picks ? picked(word) : go((under ? '/p/map' : '/') + '?sel=' + encodeURIComponent(word));
  const choose = unit => select(unit.dataset.unit.split(' ')[0]);
  if (map) {
    begin();
    const fingers = new Map();
    let moved = 0, apart = 0;
    map.addEventListener('pointerdown', event => { fingers.set(event.pointerId, event); moved = 0; apart = 0; });
    addEventListener('pointerup', event => fingers.delete(event.pointerId));
    addEventListener('pointercancel', event => fingers.delete(event.pointerId));
    map.addEventListener('pointermove', event => {
      const before = fingers.get(event.pointerId);
      const at = square(point(event));
      one('#pointer').textContent = at || '';
      if (!before) return;
      fingers.set(event.pointerId, event);
      if (fingers.size === 2) {
        const [a, b] = [...fingers.values()], now = Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
        if (apart) { const mid = point({ clientX: (a.clientX + b.clientX) / 2, clientY: (a.clientY + b.clientY) / 2 }); zoom(apart / now, [mid.x, mid.y]); }
        apart = now; moved = 99; return;
      }
      const from = point(before), to = point(event);
      moved += Math.abs(event.clientX - before.clientX) + Math.abs(event.clientY - before.clientY);
      if (moved > 4) { view[0] -= to.x - from.x; view[1] -= to.y - from.y; show(); keep(); }
    });
    map.addEventListener('wheel', event => { event.preventDefault(); const at = point(event); zoom(event.deltaY > 0 ? 1.2 : 1 / 1.2, [at.x, at.y]); }, { passive: false });
    map.addEventListener('click', event => {
      if (moved > 4) return;
      const unit = event.target.closest('.unit'), at = square(point(event));
      if (hands.tapped(at, event)) return;
      if (unit && !(picks && picks.takes === 'square')) return choose(unit);
      const thing = picks ? null : event.target.closest('[data-thing]');
      if (thing) return select(thing.dataset.thing);
      if (at && !(picks && picks.takes === 'unit')) select(at);
    });
    // Whoever chooses by keys reads on in the card; what he comes to by keys he sees.
    map.addEventListener('keydown', event => { if (event.key === 'Enter' && event.target.closest('.unit')) { sessionStorage.setItem('chosen', '1'); choose(event.target.closest('.unit')); } });
    map.addEventListener('focusin', event => {
      const unit = event.target.closest('.unit');
      if (!unit || !unit.matches(':focus-visible')) return;
      // The browser may have pushed the picture aside to show it.
      map.scrollTop = map.scrollLeft = 0;
      const box = boxOf(unit);
      see([box.x, box.y, box.width, box.height]);
      show();
    });
    const card = one('.card'), byKeys = sessionStorage.getItem('chosen');
    sessionStorage.removeItem('chosen');
    if (card && byKeys) { card.tabIndex = -1; card.focus(); }
    for (const button of all('[data-zoom]')) button.addEventListener('click', () => {
      if (button.dataset.zoom === 'fit') { view = fitted(); show(); keep(); } else zoom(button.dataset.zoom === 'in' ? 0.7 : 1 / 0.7);
    });
  }

  window.railhead = { map, one, all, picture, point, square, middle, data, chosenBox, see: box => { see(box); show(); }, made: (...of) => made(...of), hands };

  // What an order comes to is asked for after each way point; only the last answer counts, and nothing is written by it.
  const foreseen = one('#foreseen'), ordering = one('form[data-foresees]');
  if (foreseen && ordering) {
    let waiting, asking;
    const ask = async () => {
      if (asking) asking.abort();
      const mine = asking = new AbortController(), fields = new URLSearchParams(new FormData(ordering));
      // Without a way there is nothing to foresee.
      if (fields.get('action') === 'move' && !fields.get('way').trim()) { foreseen.replaceChildren(); return; }
      for (const name of ['form_key', 'reason']) fields.delete(name);
      fields.set('mode', 'look');
      const late = setTimeout(() => foreseen.classList.add('busy'), 200);
      try {
        const answer = await fetch(ordering.dataset.foresees, { method: 'POST', body: fields, signal: mine.signal });
        const text = await answer.text();
        if (mine === asking && answer.ok) foreseen.replaceChildren(...new DOMParser().parseFromString(text, 'text/html').body.childNodes);
      } catch { /* Another point was tapped, or the board is gone: the button shows it as ever. */ }
      clearTimeout(late);
      if (mine === asking) foreseen.classList.remove('busy');
    };
    ordering.addEventListener('input', event => { if (event.target.name !== 'reason') { clearTimeout(waiting); waiting = setTimeout(ask, 250); } });
    // What a player changes that he has sent has its way already.
    if (under) ask();
  }

  // The keys of this page, with a switch for those who speak to their machine: what they say is typed.
  const areOff = () => localStorage.getItem('keys') === 'off';
  const named = of => { const copy = of.cloneNode(true); for (const kbd of all('kbd, [aria-hidden]', copy)) kbd.remove(); return of.getAttribute('aria-label') || (of.closest('.timeline') && of.title) || copy.textContent.trim() || of.title; };
  const made = (name, text, more = {}) => Object.assign(document.createElement(name), { textContent: text }, more);
  const keyList = () => {
    const old = one('#keys');
    if (old) old.remove();
    const dialog = made('dialog', '', { id: 'keys' }), title = made('h2', 'Keys of this page', { id: 'keys-title' }), list = made('dl', '');
    dialog.setAttribute('aria-labelledby', 'keys-title');
    const of = all('[data-key]').filter(of => of.getClientRects().length).map(of => [of.dataset.key, named(of)]);
    const always = [['n', 'the next step of the bound that is open'], ['j k', 'down and up through rows'], ['Enter', 'what is marked; in a field its form, which shows before it does where it has a preview'], ['Ctrl Enter', 'the blue button of the form'], ['Escape', 'back'], ['?', 'this list']];
    if (map) always.unshift(['+ −', 'nearer and farther'], ['← ↑ → ↓', 'the map moves'], ['Tab', 'through the symbols of the map']);
    for (const [key, what] of [...of, ...always]) { const at = made('dt', ''); at.append(made('kbd', key)); list.append(at, made('dd', what)); }
    const label = made('label', '', { className: 'tick' }), tick = made('input', '', { type: 'checkbox', checked: !areOff() });
    tick.addEventListener('change', () => localStorage.setItem('keys', tick.checked ? 'on' : 'off'));
    label.append(tick, made('span', 'Single keys work here'));
    const close = made('button', 'Close', { type: 'button', className: 'main' });
    close.addEventListener('click', () => dialog.close());
    dialog.append(title, list, label, close);
    body.append(dialog);
    dialog.showModal();
  };
  if (picks) {
    const banner = made('div', `${picks.label}: point at ${{ unit: 'a unit', square: 'a square', 'unit square': 'a unit or a square' }[picks.takes]} `, { className: 'picking' });
    banner.setAttribute('role', 'status');
    banner.append(made('a', 'Not now', { href: picks.to, className: 'button' }));
    one('.field').append(banner);
  }
  for (const field of all('form.command [data-map]')) {
    const button = made('button', 'Point at it on the map', { type: 'button', className: 'point' });
    button.addEventListener('click', () => {
      const to = new URL(location.pathname, location), label = one('span', field.labels[0]).textContent;
      for (const [name, text] of new FormData(field.form)) if (text && !['expect_op', 'form_key'].includes(name)) to.searchParams.append(name, text);
      sessionStorage.setItem('pick', JSON.stringify({ name: field.name, label, many: field.matches('textarea'), takes: field.dataset.map, to: to.pathname + to.search }));
      location.href = '/?pick=' + field.name;
    });
    (field.closest('label') || field).after(button);
  }
  // The slider through the past says where it stands, and goes there when it is let go.
  const slid = event => event.target.closest && event.target.closest('.timeline input[type=range]');
  const slidTo = range => { const mark = all('.timeline a')[range.value - range.min]; return mark ? mark.title : 'now'; };
  let sliding;
  addEventListener('input', event => {
    const range = slid(event);
    if (!range) return;
    one('output', range.form).textContent = slidTo(range);
    range.setAttribute('aria-valuetext', slidTo(range));
  });
  addEventListener('change', event => {
    const range = slid(event);
    clearTimeout(sliding);
    // By the keys it goes on bound by bound: the page waits until it stands.
    if (range) sliding = setTimeout(() => { sessionStorage.setItem('slid', '1'); range.form.requestSubmit(); }, 350);
  });
  if (sessionStorage.getItem('slid')) { sessionStorage.removeItem('slid'); const range = one('.timeline input[type=range]'); if (range) range.focus(); }
  // What is known by its id is called by its name beside it.
  for (const field of all('[data-named]')) field.addEventListener('input', () => {
    const named = [...field.list.options].find(of => of.value === field.value);
    one('small', field.parentElement).textContent = named ? named.textContent : '';
  });
  // Whoever names a setting is shown its values.
  for (const field of all('form.command [data-turns]')) field.addEventListener('change', () => {
    location.href = location.pathname + '?' + field.name + '=' + encodeURIComponent(field.value);
  });
  // A moment that there is not is said where it was typed: the page stays.
  addEventListener('submit', async event => {
    const form = event.target;
    if (!form.matches('form.moment') || !form.elements.at.value.trim()) return;
    event.preventDefault();
    const to = new URL(form.getAttribute('action') || location.pathname, location);
    to.search = new URLSearchParams(new FormData(form));
    let none = null;
    try { none = one('[data-moment=none]', new DOMParser().parseFromString(await (await fetch(to)).text(), 'text/html')); } catch { /* The board is gone: the browser says so. */ }
    if (!none) { location.href = to; return; }
    for (const old of all('.under + [data-moment]')) old.remove();
    one('.under').after(none);
    form.elements.at.select();
  });
  for (const button of all('[data-keys]')) { button.hidden = false; button.addEventListener('click', keyList); }

  // Keys: none of them in a field.
  const press = event => {
    if (event.ctrlKey && event.key === 'Enter') {
      // Of whoever is in no form, the first of the page that does something; else the browser would press the first button.
      const form = event.target.form || one('main form.command'), main = form && [...form.elements].find(of => of.matches('button.main') && !of.disabled);
      if (main) { event.preventDefault(); form.requestSubmit(main); }
      return;
    }
    if (event.ctrlKey || event.altKey || event.metaKey || event.target.matches('input, textarea, select') || one('dialog[open]')) return;
    if (areOff() && event.key.length === 1) return;
    if (event.key === '?') { event.preventDefault(); return keyList(); }
    const moves = { ArrowLeft: [-0.15, 0], ArrowRight: [0.15, 0], ArrowUp: [0, -0.15], ArrowDown: [0, 0.15] };
    if (map && moves[event.key]) { event.preventDefault(); return move(...moves[event.key]); }
    if (map && event.key === '+') return zoom(0.7);
    if (map && event.key === '-') return zoom(1 / 0.7);
    const own = all('main [data-key]').find(of => of.dataset.key === event.key);
    if (own) { event.preventDefault(); own.click(); return; }
    if (event.key === 'n') { const next = one('[data-next]'); if (next) next.click(); return; }
    if (event.key === 'j' || event.key === 'k') {
      const rows = all('td a, .steps a'), at = rows.indexOf(document.activeElement);
      const next = rows[Math.max(0, Math.min(rows.length - 1, at + (event.key === 'j' ? 1 : -1)))];
      return next && next.focus();
    }
    if (event.key === 'Escape') return history.back();
    const target = all('[data-key]').find(of => of.dataset.key === event.key);
    if (target) { event.preventDefault(); if (target.matches('input')) target.focus(); else target.click(); }
  };
  addEventListener('keydown', press);

  // What is found while one types: the box leads there, a field takes its word.
  for (const box of all('[data-find], [data-pick]')) {
    const asks = box.dataset.find || box.dataset.pick;
    const holder = document.createElement('div');
    holder.className = 'holder';
    box.after(holder);
    let waiting, asking, at = -1;
    const options = () => all('[role=option]:not([aria-disabled])', holder);
    const close = () => { holder.replaceChildren(); at = -1; box.setAttribute('aria-expanded', 'false'); box.removeAttribute('aria-activedescendant'); };
    const mark = to => {
      const list = options();
      if (!list.length) return;
      at = (to + list.length) % list.length;
      list.forEach((of, place) => of.setAttribute('aria-selected', String(place === at)));
      list[at].scrollIntoView({ block: 'nearest' });
      box.setAttribute('aria-activedescendant', list[at].id);
    };
    const find = async () => {
      if (asking) asking.abort();
      asking = new AbortController();
      const typed = box.value;
      if (!typed.trim()) return close();
      try {
        const answer = await fetch(asks + (asks.includes('?') ? '&' : '?') + 'q=' + encodeURIComponent(typed), { signal: asking.signal });
        if (!answer.ok || box.value !== typed) return;
        close();
        holder.replaceChildren(...new DOMParser().parseFromString(await answer.text(), 'text/html').body.childNodes);
        box.setAttribute('aria-expanded', 'true');
      } catch { /* Another letter was typed, or the board is gone: the line above says so. */ }
    };
    const take = link => { box.value = link.dataset.word; close(); };
    if (box.dataset.pick) holder.addEventListener('click', event => {
      const link = event.target.closest('a');
      if (link) { event.preventDefault(); take(link); box.focus(); }
    });
    box.addEventListener('input', () => { clearTimeout(waiting); waiting = setTimeout(find, 150); });
    box.addEventListener('keydown', event => {
      if (event.key === 'ArrowDown' || event.key === 'ArrowUp') { event.preventDefault(); mark(event.key === 'ArrowDown' ? at + 1 : at < 0 ? -1 : at - 1); }
      else if (event.key === 'Escape') { event.preventDefault(); event.stopPropagation(); close(); if (box.dataset.find) box.blur(); }
      else if (event.key === 'Enter' && at >= 0 && options()[at]) { event.preventDefault(); one('a', options()[at]).click(); }
    });
    box.addEventListener('blur', () => setTimeout(close, 200));
  }

  // What was refused is typed over.
  const invalid = one('[aria-invalid=true]');
  if (invalid) { invalid.addEventListener('focus', () => invalid.select(), { once: true }); if (!invalid.autofocus) invalid.focus(); }

  // Dice that are typed lie beside those whose they are.
  const faces = one('[data-dice]');
  if (faces) {
    const lay = () => {
      const typed = faces.value.replace(/[\s,]/g, ''), missing = Number(faces.dataset.dice) - typed.length;
      all('[data-die]').forEach((die, place) => {
        const face = typed[place] || '?';
        die.textContent = face;
        die.classList.toggle('thrown', /[1-6]/.test(face));
        die.classList.toggle('wrong', face !== '?' && !/[1-6]/.test(face));
      });
      one('[data-missing]').textContent = missing > 0 ? `${missing} still missing` : missing < 0 ? `${-missing} too many` : '';
    };
    faces.addEventListener('input', lay);
    lay();
  }

  // Drafts stay on this machine until the board says that it has what was sent. What the address names, and what was refused, stands as the page has it.
  const here = new URL(location), has = here.searchParams.get('done');
  if (has !== null) {
    localStorage.removeItem('draft ' + has);
    here.searchParams.delete('done');
    history.replaceState(history.state, '', here);
  }
  for (const form of all('form[data-kept]')) {
    const name = 'draft ' + form.dataset.kept, fields = [...form.elements].filter(of => of.name && of.type !== 'hidden' && of.type !== 'submit');
    const is = (of, now) => { if (of.matches('[type=radio], [type=checkbox]')) of.checked = now.includes(of.value); else [of.value] = now; };
    const kept = JSON.parse(localStorage.getItem(name) || 'null'), named = new URL(location).searchParams;
    const draft = kept && !one('.refusal, .fault', form.parentElement) ? kept : {};
    for (const of of fields) {
      const now = named.has(of.name) ? named.getAll(of.name) : draft[of.name];
      if (now || (draft === kept && of.type === 'checkbox')) is(of, now || []);
    }
    form.addEventListener('input', () => {
      const now = {};
      for (const [of, text] of new FormData(form)) (now[of] ??= []).push(text);
      localStorage.setItem(name, JSON.stringify(now));
    });
    form.append(made('input', '', { type: 'hidden', name: 'kept', value: form.dataset.kept }));
  }
  // Numbers go up and down under the thumb.
  for (const number of all('.stepper input')) {
    const name = number.getAttribute('aria-label') || number.labels[0].textContent;
    for (const [sign, by, where] of [['−', 'stepDown', 'before'], ['+', 'stepUp', 'after']]) {
      const button = made('button', sign, { type: 'button' });
      button.setAttribute('aria-label', (by === 'stepUp' ? 'one more: ' : 'one less: ') + name);
      button.addEventListener('click', () => { if (number.value) number[by](); else number.value = number.min; number.dispatchEvent(new Event('input', { bubbles: true })); });
      number[where](button);
    }
  }

  // A form that is being filled in is left alone.
  let dirty = false;
  addEventListener('input', event => { if (event.target.form && !slid(event)) dirty = true; });
  const renew = async () => {
    if (!body.hasAttribute('data-live')) return;
    const parts = all('[data-part]');
    if (!parts.length) return;
    const answer = await fetch(location.href, { headers: { accept: 'text/html' } });
    // Where there is nothing any more nothing is followed, and it is not said that it is.
    if (!answer.ok) { body.removeAttribute('data-live'); live.textContent = 'no longer kept up to date'; return; }
    const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html');
    body.dataset.state = fresh.body.dataset.state;
    for (const part of all('[data-part]')) {
      const now = fresh.querySelector(`[data-part="${part.dataset.part}"]`);
      if (!now || now.innerHTML === part.innerHTML) continue;
      if (dirty && part.contains(document.activeElement) && part.querySelector('form')) { part.classList.add('changed'); continue; }
      part.replaceChildren(...now.childNodes);
      if (part.id === 'map') begin();
    }
    for (const field of all('input[name=expect_op]')) if (!dirty) field.value = body.dataset.state;
  };
  const live = one('#live');
  let beat = Date.now(), wait = 0;
  const waits = [1000, 2000, 5000, 10000];
  const writable = can => { for (const button of all('main button[type=submit]')) button.disabled = !can; };
  // Whose code is void sees what he saw, and is told where he gets another.
  const AWAY = ['another campaign is open', 'The umpire has another campaign open: what stands here is not kept up to date, and nothing can be sent.', '→ leave this page open: it comes back by itself when yours is open again'];
  const VOID = ['no longer let in', 'Your code is no longer good: what stands here is not kept up to date, and nothing can be sent.',
    body.matches('.wall') ? '→ ask the umpire for a new code' : under ? '→ ask the umpire for a new code; if he only has another campaign open, this page comes back by itself' : '→ open the address that the board printed when it was started'];
  const sentAway = ([state, what, hint]) => {
    body.removeAttribute('data-live');
    live.textContent = state;
    writable(false);
    const told = made('div', '', { className: 'refusal gone' });
    told.setAttribute('role', 'alert');
    told.append(made('p', what), made('p', hint, { className: 'hint' }));
    one('main').prepend(told);
    if (under) comeBack();
  };
  // Whoever is let in again has his page anew; what he typed is kept as a draft.
  const comeBack = () => setTimeout(async () => { if (await isLetIn()) location.reload(); else comeBack(); }, 5000 * (0.8 + Math.random() * 0.4));
  const isLetIn = async () => {
    const asking = new AbortController(), late = setTimeout(() => asking.abort(), 5000);
    try { return (await fetch('/events', { signal: asking.signal })).ok; } catch { return false; } finally { clearTimeout(late); asking.abort(); }
  };
  if (one('[data-waits]')) comeBack();
  // Whether the board is there and knows nobody by this key: a stream that fails does not say why.
  const isVoid = async () => {
    const asking = new AbortController(), late = setTimeout(() => asking.abort(), 5000);
    const says = async answer => answer.status === 404 && await answer.text() === 'the board knows nobody by this key';
    try { return await says(await fetch('/events', { signal: asking.signal })); } catch { return false; } finally { clearTimeout(late); asking.abort(); }
  };
  const listen = () => {
    if (!live || !body.hasAttribute('data-live')) return;
    const news = new EventSource('/events');
    const heard = () => { beat = Date.now(); wait = 0; if (live.dataset.off) { delete live.dataset.off; writable(true); renew(); } live.textContent = '● live'; };
    news.addEventListener('open', heard);
    news.addEventListener('beat', heard);
    news.addEventListener('op', event => { heard(); if (event.data !== body.dataset.state) renew(); });
    for (const kind of ['proposal', 'message', 'phones', 'asked', 'anew']) news.addEventListener(kind, () => { heard(); renew(); });
    for (const [kind, why] of [['bye', VOID], ['away', AWAY]]) news.addEventListener(kind, () => { news.closing = true; news.close(); sentAway(why); });
    news.addEventListener('error', async () => {
      if (news.closing) return;
      news.closing = true; news.close();
      if (await isVoid()) return sentAway(VOID);
      setTimeout(listen, waits[Math.min(wait++, 3)] * (0.8 + Math.random() * 0.4));
    });
  };
  listen();
  setInterval(() => {
    if (!live || !body.hasAttribute('data-live') || Date.now() - beat < 7000) return;
    if (!live.dataset.off) { live.dataset.off = new Date(beat).toTimeString().slice(0, 5); writable(false); }
    live.textContent = 'no connection since ' + live.dataset.off;
  }, 1000);
})();
