'use strict';
// The painter of maps and the cells of tables: all it does is fill in forms of the page and send them.
(() => {
  const all = (css, within = document) => [...within.querySelectorAll(css)];
  const one = (css, within = document) => within.querySelector(css);
  document.body.classList.add('scripted');
  const live = one('#live');
  const tell = text => { if (live) live.textContent = text; };

  // One form after the other, each on what the one before has made.
  let queue = Promise.resolve();
  // The cell that is being changed, and how one is opened.
  let editor = null, open = null;
  const swap = html => {
    const fresh = new DOMParser().parseFromString(html, 'text/html');
    for (const part of all('[data-part]')) {
      const now = fresh.querySelector(`[data-part="${part.dataset.part}"]`);
      if (!now) { if (part.dataset.part === 'said') part.replaceChildren(); continue; }
      for (const name of ['data-mark']) if (now.hasAttribute(name)) part.setAttribute(name, now.getAttribute(name));
      const kept = editor && part.contains(editor.cell) ? editor : null;
      if (kept || now.innerHTML !== part.innerHTML) {
        if (kept) kept.leave();
        const were = all('details', part).map(of => of.open);
        const chosen = all('select', part).map(of => [of.name, of.value]);
        part.replaceChildren(...now.childNodes);
        for (const [name, value] of chosen) { const of = one(`select[name="${name}"]`, part); if (of && all('option', of).some(each => each.value === value)) of.value = value; }
        all('details', part).forEach((of, number) => { of.open = were[number] || false; });
        const cell = kept && one(`td[data-row="${kept.cell.dataset.row}"][data-column="${kept.cell.dataset.column}"]`, part);
        if (cell) open(cell, kept.value());
      }
    }
    for (const mark of all('input[name=mark]')) { const cells = one('[data-part=cells]'); if (cells) mark.value = cells.dataset.mark; }
    const refused = fresh.querySelector('[data-part="said"] .refusal');
    if (!one('[data-part="said"]') && refused) one('main').prepend(refused.closest('[data-part]'));
  };
  const send = (to, fields) => {
    queue = queue.then(async () => {
      tell('saving');
      const body = fields();
      if (!body) return;
      body.set('form_key', Date.now().toString(36) + Math.random().toString(36).slice(2));
      try {
        const answer = await fetch(to, { method: 'POST', body });
        const html = await answer.text();
        swap(html);
        tell(answer.ok ? 'saved' : 'not saved');
      } catch { tell('no connection: not saved'); }
    });
    return queue;
  };
  const filled = form => new URLSearchParams(new FormData(form));

  // Undo is sent like a stroke.
  addEventListener('submit', event => {
    const form = event.target;
    if (!one('#paint') || !form.closest('.undo, .drawn, .fit, .mend') && !form.matches('[data-tools]')) return;
    event.preventDefault();
    if (form.matches('[data-tools]')) return draw();
    if (form.matches('.fit')) fitted(form);
    send(form.action, () => filled(form));
  });

  cells();
  const paint = one('#paint');
  if (!paint) return;

  // The map.
  const side = 20, svg = one('svg', paint), preview = one('#stroke', svg), tools = one('form[data-tools]');
  const columns = Number(paint.dataset.columns), rows = Number(paint.dataset.rows), digits = Number(paint.dataset.digits);
  const whole = svg.getAttribute('viewBox').split(' ').map(Number);
  let view = [...whole], points = [], dragged = null, held = new Map(), pinch = null, corners = null, known = null;
  const show = () => svg.setAttribute('viewBox', view.map(n => n.toFixed(2)).join(' '));
  const tool = () => new FormData(tools).get('tool') || 'move';
  const kind = () => tool().split(':')[0];
  const isLine = () => ['road', 'rail', 'river', 'front'].includes(kind());
  const atCorners = () => ['river', 'front'].includes(kind());
  const point = event => new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
  const reference = (col, row) => String(col).padStart(digits, '0') + String(row).padStart(digits, '0');
  const squareAt = at => {
    const col = Math.floor(at.x / side), row = Math.floor(at.y / side);
    return col >= 0 && row >= 0 && col < columns && row < rows ? [col, row] : null;
  };
  const cornerAt = at => {
    const col = Math.round(at.x / side), row = Math.round(at.y / side);
    return col >= 0 && row >= 0 && col <= columns && row <= rows ? [col, row] : null;
  };
  const placeAt = square => { const of = one(`[data-square="${reference(...square)}"]`, svg); return of && !/[>#]/.test(of.dataset.name) && !/^\d+$/.test(of.dataset.name) ? of.dataset.name : null; };
  const zoom = (by, at) => {
    const width = Math.min(whole[2] * 1.3, Math.max(side * 3, view[2] * by)), factor = width / view[2];
    const [x, y] = at || [view[0] + view[2] / 2, view[1] + view[3] / 2];
    view = [x - (x - view[0]) * factor, y - (y - view[1]) * factor, width, view[3] * factor];
    show();
  };
  const shape = (name, attributes) => {
    const made = document.createElementNS('http://www.w3.org/2000/svg', name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    preview.append(made);
  };
  const middle = ([col, row]) => atCorners() ? [col * side, row * side] : [(col + .5) * side, (row + .5) * side];
  const drawn = to => {
    preview.replaceChildren();
    if (dragged) for (const [col, row] of dragged.values()) shape('rect', { x: col * side, y: row * side, width: side, height: side });
    if (isLine() || kind() === 'crossing') {
      const line = [...points, ...(to && points.length ? [to] : [])].map(middle);
      if (line.length > 1) shape('polyline', { points: line.map(at => at.join(',')).join(' ') });
      for (const [cx, cy] of points.map(middle)) shape('circle', { cx, cy, r: 2.4 });
    }
  };
  const clear = () => { points = []; dragged = null; drawn(); };
  const field = name => tools.elements[name];
  const draw = () => {
    if (points.length) field('points').value = words();
    if (!field('points').value && kind() !== 'remove') return tell('nothing is drawn yet');
    const body = filled(tools);
    clear();
    field('points').value = '';
    for (const name of ['name']) if (field(name)) field(name).value = '';
    return send(tools.action, () => body);
  };
  const words = () => points.map(at => !atCorners() && isLine() && placeAt(at) || reference(...at)).join(atCorners() || kind() === 'crossing' ? ' ' : ' > ');

  const touch = (at, event) => {
    const square = squareAt(at);
    if (kind() === 'move') return;
    if (kind() === 'remove') {
      const of = event.target.closest('[data-name]');
      if (of) { const body = filled(tools); body.set('table', of.dataset.table); body.set('name', of.dataset.name); send(tools.action, () => body); }
      return;
    }
    if (isLine()) { const next = atCorners() ? cornerAt(at) : square; if (next) { points.push(next); drawn(); } return; }
    if (!square) return;
    if (kind() === 'crossing') { points.push(square); drawn(); if (points.length === 2) draw(); return; }
    field('points').value = reference(...square);
    if (kind() === 'place' && !field('name').value) { field('name').focus(); tell('write its name, then Enter'); return; }
    draw();
  };
  const brush = () => ['terrain', 'control'].includes(kind());
  let start = null, from = null, moved = 0;
  paint.addEventListener('pointerdown', event => {
    if (event.target.closest('button')) return;
    held.set(event.pointerId, event);
    paint.setPointerCapture(event.pointerId);
    if (held.size === 2) { dragged = null; drawn(); pinch = { view: [...view], apart: apart() }; return; }
    const at = point(event);
    [start, from, moved] = [[event.clientX, event.clientY, [...view]], squareAt(at), 0];
    if (corners || known || event.button === 1 || kind() === 'move') return;
    if (event.button === 2) return;
    if (brush() && from) { dragged = new Map([[from.join(), from]]); drawn(); }
  });
  const apart = () => { const [a, b] = [...held.values()]; return Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY) || 1; };
  paint.addEventListener('pointermove', event => {
    const at = point(event), square = squareAt(at);
    one('#pointer').textContent = square ? reference(...square) + (placeAt(square) ? ' ' + placeAt(square) : '') : '';
    if (!held.has(event.pointerId)) { if (points.length) drawn(atCorners() ? cornerAt(at) : square); return; }
    held.set(event.pointerId, event);
    if (held.size === 2 && pinch) { const by = pinch.apart / apart(); const [x, y, w, h] = pinch.view; view = [x + w * (1 - by) / 2, y + h * (1 - by) / 2, w * by, h * by]; return show(); }
    moved = Math.max(moved, Math.hypot(event.clientX - start[0], event.clientY - start[1]));
    if (dragged) {
      if (!square) return;
      if (event.shiftKey && from) {
        dragged = new Map();
        for (let col = Math.min(from[0], square[0]); col <= Math.max(from[0], square[0]); col++)
          for (let row = Math.min(from[1], square[1]); row <= Math.max(from[1], square[1]); row++) dragged.set([col, row].join(), [col, row]);
      } else dragged.set(square.join(), square);
      return drawn();
    }
    if (moved > 4 && start) {
      const scale = view[2] / svg.clientWidth > view[3] / svg.clientHeight ? view[2] / svg.clientWidth : view[3] / svg.clientHeight;
      view = [start[2][0] - (event.clientX - start[0]) * scale, start[2][1] - (event.clientY - start[1]) * scale, view[2], view[3]];
      show();
    }
  });
  const up = event => {
    const was = held.delete(event.pointerId);
    if (pinch) { if (!held.size) pinch = null; return; }
    if (!was || event.type === 'pointercancel') { dragged = null; return drawn(); }
    const at = point(event);
    if (corners) return moved <= 4 && corner(at);
    if (known) return moved <= 4 && isKnown(at);
    if (event.button === 2) { const square = squareAt(at); if (square && brush()) pick(square); return; }
    if (dragged) { field('points').value = [...dragged.values()].map(of => reference(...of)).join(' '); dragged = null; return draw(); }
    if (moved <= 4) touch(at, { target: document.elementFromPoint(event.clientX, event.clientY) || svg });
  };
  paint.addEventListener('pointerup', up);
  paint.addEventListener('pointercancel', up);
  paint.addEventListener('contextmenu', event => event.preventDefault());
  paint.addEventListener('dblclick', event => { if (isLine() && points.length > 1) { points.pop(); draw(); } event.preventDefault(); });
  paint.addEventListener('wheel', event => { event.preventDefault(); const at = point(event); zoom(event.deltaY > 0 ? 1.2 : 1 / 1.2, [at.x, at.y]); }, { passive: false });
  // The terrain of a square becomes what is painted.
  const pick = ([col, row]) => {
    const at = all('.terrain rect', svg).find(of => Number(of.getAttribute('y')) === row * side && Number(of.getAttribute('x')) <= col * side && Number(of.getAttribute('x')) + Number(of.getAttribute('width')) > col * side);
    const choice = one(`[name=tool][value="terrain:${at ? at.getAttribute('class') : 'open'}"]`, tools);
    if (choice) { choice.checked = true; chosen(); }
  };
  const chosen = () => {
    clear();
    paint.classList.toggle('moves', kind() === 'move');
    paint.classList.toggle('removes', kind() === 'remove');
    const named = brush() ? kind() : ['road', 'rail'].includes(kind()) ? 'line' : ['railhead', 'dump'].includes(kind()) ? 'stock' : kind();
    for (const how of all('.how', tools)) how.hidden = how.dataset.for !== named;
  };
  tools.addEventListener('change', event => { if (event.target.name === 'tool') chosen(); });
  chosen();
  for (const button of all('[data-paint]')) button.addEventListener('click', () => {
    const what = button.dataset.paint;
    if (what === 'in' || what === 'out') zoom(what === 'in' ? 0.7 : 1 / 0.7);
    if (what === 'fit') { view = [...whole]; show(); }
    if (what === 'end' && points.length > 1) draw();
    if (what === 'one' || what === 'other') { known = what; tell('click it on the picture'); }
    if (what === 'corners') { corners = []; tell('click where the north-west corner of the map lies on the picture'); }
  });

  // The picture is fitted by the two corners of the map that are clicked on it.
  const form = one('form[data-fit]');
  const corner = at => {
    corners.push(at);
    if (corners.length < 2) return tell('now the south-east corner');
    const [a, b] = corners;
    corners = null;
    if (b.x <= a.x || b.y <= a.y) return tell('the second must lie south-east of the first');
    const across = columns * side / (b.x - a.x), down = rows * side / (b.y - a.y);
    const to = (value, origin, by) => ((Number(value) * side - origin) * by / side).toFixed(2);
    for (const [name, origin, by] of [['left', a.x, across], ['right', a.x, across], ['top', a.y, down], ['bottom', a.y, down]]) form.elements[name].value = to(form.elements[name].value, origin, by);
    form.requestSubmit();
  };
  // Or by two points that one knows: where each lies is clicked, which it is is written.
  const isKnown = at => {
    const points = one('form[data-known]');
    points.elements[known + '_at'].value = (at.x / side).toFixed(2) + ', ' + (at.y / side).toFixed(2);
    shape('circle', { cx: at.x, cy: at.y, r: 3 });
    points.elements[known + '_is'].focus();
    known = null;
    tell('now write which square or place it is');
  };
  const fitted = of => {
    const image = one('#underlay', svg), number = name => Number(of.elements[name].value.replace(',', '.')) * side;
    if (!image || number('right') <= number('left') || number('bottom') <= number('top')) return;
    image.setAttribute('x', number('left')); image.setAttribute('width', number('right') - number('left'));
    image.setAttribute('y', number('top')); image.setAttribute('height', number('bottom') - number('top'));
    image.setAttribute('opacity', of.elements.strength.value / 100);
  };
  if (form) {
    form.elements.strength.addEventListener('input', () => fitted(form));
    form.elements.strength.addEventListener('change', () => form.requestSubmit());
  }

  // Keys of the painter come before those of the board.
  addEventListener('keydown', event => {
    const typing = event.target.matches('input:not([type=radio]):not([type=checkbox]), textarea, select');
    const take = () => { event.preventDefault(); event.stopImmediatePropagation(); };
    if (event.key === 'Escape') { corners = known = null; clear(); return take(); }
    if (event.key === 'Enter' && points.length > 1 && !event.target.matches('button')) { take(); return draw(); }
    if (typing || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === 'Backspace' && points.length) { take(); points.pop(); return drawn(); }
    const steps = { ArrowLeft: [-.15, 0], ArrowRight: [.15, 0], ArrowUp: [0, -.15], ArrowDown: [0, .15] };
    if (steps[event.key] && !event.target.matches('input')) { take(); view[0] += view[2] * steps[event.key][0]; view[1] += view[3] * steps[event.key][1]; return show(); }
    if (event.key === '+') { take(); return zoom(.7); }
    if (event.key === '-') { take(); return zoom(1 / .7); }
    const choice = all('[name=tool][data-key]', tools).find(of => of.dataset.key === event.key);
    if (choice) { take(); choice.checked = true; choice.dispatchEvent(new Event('change', { bubbles: true })); }
  }, true);

  // Cells of a table: one is changed where it stands.
  function cells() {
    const table = one('tbody[data-mark]');
    if (!table) return;
    open = (cell, typed) => {
      if (one('input', cell)) return;
      const was = cell.textContent, edit = document.createElement('input');
      edit.type = 'text'; edit.value = typed === undefined ? was : typed; edit.className = 'cell-edit'; edit.setAttribute('aria-label', cell.dataset.column);
      if (document.getElementById('words-' + cell.dataset.column)) edit.setAttribute('list', 'words-' + cell.dataset.column);
      const alike = all(`td[data-column="${cell.dataset.column}"]`, table).filter(of => of.textContent === was).length;
      cell.replaceChildren(edit);
      let same = null;
      if (was && alike > 1 && cell.classList.contains('bad')) {
        const label = document.createElement('label');
        same = document.createElement('input');
        same.type = 'checkbox'; same.checked = all(`td[data-column="${cell.dataset.column}"]`, table).every(of => of === cell || of.textContent !== was || of.classList.contains('bad')); label.className = 'same';
        label.append(same, ` in all ${alike} rows that say so`);
        cell.append(label);
      }
      let done = false;
      const own = { cell, value: () => edit.value, leave: () => { done = true; editor = null; } };
      editor = own;
      const close = save => {
        if (done) return;
        done = true;
        if (editor === own) editor = null;
        const value = edit.value, all = same && same.checked;
        cell.textContent = value;
        if (!save || value === was) { cell.textContent = was; return; }
        const search = new URLSearchParams(location.search), { row, column } = cell.dataset;
        send('/new/cell', () => {
          const body = new URLSearchParams({ of: table.dataset.of, file: table.dataset.file, mark: table.dataset.mark, row, column, value });
          for (const name of ['only', 'all', 'from']) if (search.get(name)) body.set(name, search.get(name));
          if (all) body.set('same', '1');
          return body;
        });
      };
      edit.addEventListener('keydown', event => {
        event.stopPropagation();
        if (event.key === 'Enter') { event.preventDefault(); close(true); }
        if (event.key === 'Escape') { event.preventDefault(); close(false); }
        if (event.key === 'Tab') {
          const list = all('td[data-row]', table), next = list[list.indexOf(cell) + (event.shiftKey ? -1 : 1)];
          if (next) { event.preventDefault(); close(true); open(next); }
        }
      });
      cell.addEventListener('focusout', event => { if (!cell.contains(event.relatedTarget)) close(true); });
      edit.focus(); edit.select();
    };
    table.addEventListener('click', event => { const cell = event.target.closest('td[data-row]'); if (cell) open(cell); });
    addEventListener('keydown', event => {
      if (event.key !== 'F8') return;
      event.preventDefault();
      const bad = all('td.bad[data-row]', table);
      if (bad.length) { const at = bad.findIndex(of => of.contains(document.activeElement)); const next = bad[(at + 1) % bad.length]; next.scrollIntoView({ block: 'center' }); open(next); }
    });
  }
})();
