// Draws the matrix of stores and workloads of one machine. What is chosen is in the address, so that a link shows what its sender saw.
(() => {
  'use strict';

  const data = JSON.parse(document.getElementById('site-data').textContent);
  const byId = (id) => document.getElementById(id);
  const [form, matrix, dialog] = [byId('filters'), byId('matrix'), byId('details')];
  const tierOrder = data.tiers.map(([name]) => name);
  const [failed, notVerified] = [2, 1];
  const worst = 10;

  const precise = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 3 });
  const whole = new Intl.NumberFormat('en-US');
  const number = (value) => (value === null || value === undefined ? '–' : precise.format(value));
  const time = (ms) => (ms < 1 ? `${number(ms * 1000)} µs` : ms < 1000 ? `${number(ms)} ms` : `${number(ms / 1000)} s`);

  // One value of several trials is a p99 of them all, of too few requests each.
  const trialsOf = (cell, { trials }) => {
    if (trials > 1) {
      return String(trials);
    }

    return cell.values.some((v) => v.trials > 1) ? 'of all trials' : 'one trial';
  };

  const interval = ({ low, high }) => (low === null ? '–' : `${number(low)}–${number(high)}`);

  // An element with attributes, and children that are elements or texts.
  function make(tag, attributes = {}, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
      if (value !== null && value !== undefined && value !== false) { element.setAttribute(name, value); }
    }

    element.append(...children.flat(Infinity).filter((c) => c !== null && c !== undefined && c !== ''));
    return element;
  }

  // Made when they are looked at: most runs are those of other machines.
  const known = new Map();
  const cellsOf = (run) => known.get(run) ?? known.set(run, run.cells.map(
    ([suite, store, load, tier, verdict, acknowledged, text, values, response, delay, notes]) => ({
      run, suite, store, load, tier, verdict, acknowledged, text, response, delay, notes: notes.map((n) => data.texts[n]),
      about: data.stores[run.stores.find((s) => data.stores[s].name === store)],
      values: values.map(([metric, median, low, high, trials, bound]) => ({ ...data.metrics[metric], median, low, high, trials, bound })),
    }))).get(run);

  // ---- What is chosen ----

  const state = () => Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
  const unique = (items) => [...new Set(items)];

  function choose(changes) {
    const next = { ...state(), ...changes };
    const kept = Object.entries(next).filter(([, value]) => value);
    history.replaceState(null, '', `#${new URLSearchParams(kept)}`);
    draw();
  }

  // Fills a filter and returns what is chosen in it: the first where the address names nothing that is there.
  function offer(name, options, wanted) {
    const select = form.elements[name];
    select.replaceChildren(...options.map(([value, text]) => make('option', { value }, text)));
    select.value = options.some(([value]) => value === wanted) ? wanted : options[0]?.[0] ?? '';
    select.disabled = options.length < 2;
    return select.value;
  }

  function chosen() {
    const wanted = state();
    const machine = data.machines.indexOf(offer('machine', data.machines.map((m) => [m, m]), wanted.machine));
    const runs = data.runs.filter((r) => r.machine === machine);
    const run = offer('run', [['', `Newest of each (${runs.length})`], ...runs.map((r) => [r.id, `${r.at} · ${r.id}`])], wanted.run);
    let shown = runs.filter((r) => !run || r.id === run).flatMap(cellsOf);
    const all = (text, names) => [['', text], ...unique(names).map((n) => [n, n])];
    const suite = offer('suite', all('All', shown.map((c) => data.suites[c.suite].name)), wanted.suite);
    shown = shown.filter((c) => !suite || data.suites[c.suite].name === suite);
    const metrics = unique(shown.flatMap((c) => c.values.map((v) => v.name)));
    const metric = offer('metric', metrics.map((m) => [m, m]), wanted.metric);
    const tier = offer('tier', all('All', tierOrder.filter((t) => shown.some((c) => c.tier === t))), wanted.tier);
    const kind = offer('kind', all('All', shown.map((c) => c.about?.kind).filter(Boolean).sort()), wanted.kind);
    return {
      ...wanted, metric, run: runs.find((r) => r.id === run), runs,
      shown: shown.filter((c) => (!tier || c.tier === tier) && (!kind || c.about?.kind === kind)),
    };
  }

  // ---- The matrix ----

  // Addresses name a workload by what distinguishes it: its place changes as more is published.
  const hash = (text) => [...text].reduce((sum, c) => (Math.imul(sum, 31) + c.codePointAt(0)) >>> 0, 0).toString(36);
  const workloads = data.suites.map((s) => `${s.name}-${hash(JSON.stringify({ ...s, question: '' }))}`);
  const keyOf = (cell) => `${workloads[cell.suite]}\n${cell.load}`;
  const valueOf = (cell, metric) => cell?.values.find((v) => v.name === metric);
  const unitOf = (value) => value && `in ${value.unit}, ${value.greaterIsBetter ? 'greater' : 'less'} is better`;
  const passed = (cell, metric) => (
    cell && cell.verdict < notVerified && !valueOf(cell, metric)?.bound ? valueOf(cell, metric) : undefined);

  // How many times worse than the best; 1 is the best.
  const worse = (value, best) => (value.greaterIsBetter ? best / value.median : value.median / best);

  function table({ shown, metric }) {
    const columns = new Map();
    const rows = new Map();
    // Cells come newest run first: what is there already is newer, also where the store had another tier.
    const seen = new Set();
    for (const cell of shown.filter((c) => valueOf(c, metric) || c.verdict >= notVerified)) {
      const unit = columns.get(keyOf(cell))?.unit ?? unitOf(valueOf(cell, metric));
      columns.set(keyOf(cell), { suite: cell.suite, load: cell.load, key: keyOf(cell), unit });
      const place = `${cell.store}\n${keyOf(cell)}`;
      if (seen.has(place)) { continue; }
      seen.add(place);
      const name = `${cell.tier}\n${cell.store}`;
      const row = rows.get(name) ?? rows.set(name, { store: cell.store, tier: cell.tier, about: cell.about, cells: new Map() }).get(name);
      if (!row.cells.has(keyOf(cell))) { row.cells.set(keyOf(cell), cell); }
    }

    const drawnColumns = [...columns.values()].filter((c) => c.unit).sort((a, b) => a.suite - b.suite);
    const tiers = Map.groupBy(rows.values(), (r) => r.tier);
    for (const tierRows of tiers.values()) {
      const best = new Map(drawnColumns.map(({ key }) => {
        const values = tierRows.map((r) => passed(r.cells.get(key), metric)).filter((v) => v && v.median > 0);
        return [key, values.length ? (values[0].greaterIsBetter ? Math.max : Math.min)(...values.map((v) => v.median)) : undefined];
      }));
      // A store that failed, or was left out, where others of its tier were measured has no mean.
      const compared = drawnColumns.filter(({ key }) => tierRows.some((r) => r.cells.has(key)));
      for (const row of tierRows) {
        row.worse = new Map();
        for (const { key } of compared) {
          const value = passed(row.cells.get(key), metric);
          if (value && value.median > 0) { row.worse.set(key, worse(value, best.get(key))); }
        }

        row.of = compared.length;
        row.mean = row.worse.size === compared.length && compared.length > 0
          ? Math.exp([...row.worse.values()].reduce((sum, w) => sum + Math.log(w), 0) / compared.length) : undefined;
      }
    }

    return { columns: drawnColumns, tiers };
  }

  // 0 is the best, 1 ten times worse and more.
  const heat = (times) => Math.min(1, Math.log(times) / Math.log(worst)).toFixed(3);
  const idOf = (cell) => [cell.run.id, cell.store, data.suites[cell.suite].name, cell.load].join('~');

  function drawCell(row, column, metric) {
    const cell = row.cells.get(column.key);
    const value = valueOf(cell, metric);
    if (!cell) { return make('td', { class: 'none' }, '–'); }

    const times = row.worse.get(column.key);
    const style = cell.verdict === failed ? 'failed' : cell.verdict === notVerified ? 'unsure' : null;
    const verdict = cell.verdict === failed ? 'FAILED' : cell.verdict === notVerified ? 'not verified' : null;
    const button = make(
      'button', { type: 'button', tabindex: -1, 'data-cell': idOf(cell), class: style },
      make('b', {}, verdict ?? `${value.bound ? '≥ ' : ''}${number(value.median)}`,
        cell.run.forced.length ? make('sup', { title: 'This run did not pass the gate of publishing' }, '†') : null),
      make('small', {}, !value ? '' : verdict ? number(value.median) : value.trials === 1 ? trialsOf(cell, value) : interval(value)),
      times === undefined ? null : make('i', {}, `×${times < 9.95 ? times.toFixed(times < 1.005 ? 0 : 2) : number(times)}`));

    const td = make('td', { class: times === undefined ? null : 'heat' }, button);
    if (times !== undefined) { td.style.setProperty('--heat', heat(times)); }
    return td;
  }

  function drawRow(row, columns, metric) {
    const bar = make('span', { class: 'bar' });
    bar.style.setProperty('--share', row.mean ? 1 / row.mean : 0);
    const mean = make(
      'td', { class: 'mean' }, row.mean ? [bar, `×${row.mean.toFixed(2)}`] : make('small', {}, `${row.worse.size} of ${row.of}`));
    return make(
      'tr', {}, make('th', { scope: 'row' }, row.store, make('small', {}, row.about?.version ?? '')), mean,
      columns.map((column) => drawCell(row, column, metric)));
  }

  const by = (measure) => (a, b) => {
    const [one, other] = [measure(a) ?? Infinity, measure(b) ?? Infinity];
    return one === other ? b.worse.size - a.worse.size || a.store.localeCompare(b.store) : one - other;
  };

  function heads(columns, units, sort) {
    const sorter = (key, ...text) => make('button', { type: 'button', 'data-sort': key }, text);
    const sortOf = (key) => (sort === key ? 'ascending' : null);
    const groups = Map.groupBy(columns, (c) => c.suite);
    return make(
      'thead', {},
      make('tr', {}, make('th', { rowspan: 2, scope: 'col' }, 'Store'),
        make('th', { rowspan: 2, scope: 'col', class: 'mean', 'aria-sort': sortOf('') }, sorter('', 'All columns')),
        [...groups].map(([suite, of]) => make('th', { colspan: of.length, scope: 'colgroup' }, suiteName(suite),
          units.length > 1 ? make('small', {}, of[0].unit) : null))),
      make('tr', {}, columns.map((c) => make('th', { scope: 'col', 'aria-sort': sortOf(c.key) }, sorter(c.key, c.load)))));
  }

  // Workloads of one name and other parameters are numbered: they are explained below the table.
  function suiteName(index) {
    const same = data.suites.flatMap((s, i) => (s.name === data.suites[index].name ? [i] : []));
    return data.suites[index].name + (same.length > 1 ? ` (${same.indexOf(index) + 1})` : '');
  }

  function draw() {
    const choice = chosen();
    const { columns, tiers } = table(choice);
    const units = unique(columns.map((c) => c.unit));
    const caption = `${choice.metric}${units.length === 1 ? ` ${units[0]}` : ''}`;
    const sort = columns.some((c) => c.key === choice.sort) ? choice.sort : '';
    const order = by((row) => (sort ? row.worse.get(sort) : row.mean));
    const focused = document.activeElement?.dataset?.cell ?? document.activeElement?.dataset?.sort;
    byId('about').replaceChildren(...about(choice));
    const empty = data.runs.length ? 'Nothing was measured of this choice.' : 'No run has been published yet.';
    const bodies = tierOrder.filter((t) => tiers.has(t)).map((tier) => make(
      'tbody', {},
      make('tr', { class: 'tier-row' }, make('th', { scope: 'rowgroup', colspan: columns.length + 2 },
        make('span', { class: `badge ${tier}` }, tier), ` ${data.tiers.find(([name]) => name === tier)[1]}`)),
      tiers.get(tier).sort(order).map((row) => drawRow(row, columns, choice.metric))));
    matrix.replaceChildren(columns.length === 0 ? make('p', { class: 'empty' }, empty)
      : make('table', {}, make('caption', {}, caption), heads(columns, units, sort), bodies));
    drawBelow(choice, columns);
    matrix.querySelector('[data-cell]')?.setAttribute('tabindex', 0);
    if (focused !== undefined) {
      [...matrix.querySelectorAll('button')].find((b) => (b.dataset.cell ?? b.dataset.sort) === focused)?.focus();
    }
    const open = data.runs.filter((r) => choice.cell?.startsWith(`${r.id}~`)).flatMap(cellsOf).find((c) => idOf(c) === choice.cell);
    if (open) { show(open); } else if (dialog.open) { dialog.close(); }
  }

  const facts = (pairs) => make('dl', {}, pairs.map(([name, text]) => [make('dt', {}, name), make('dd', {}, text)]));
  const list = (items, style) => (items.length ? [make('ul', { class: 'flags' }, items.map((i) => make('li', { class: style }, i)))] : []);

  function about({ run, runs }) {
    const of = run ? [run] : runs;
    const forced = of.filter((r) => r.forced.length);
    return forced.length === 0 ? [] : [make(
      'details', { class: 'gate', open: !!run },
      make('summary', {}, `† ${forced.length === 1 ? 'One run' : `${forced.length} runs`} did not pass the gate of publishing`),
      list(forced.flatMap((r) => r.forced.map((reason) => (of.length > 1 ? `${r.id}: ${reason}` : reason))), 'warning'))];
  }

  function drawBelow({ run, runs }, columns) {
    // Runs come newest first: what one says of a store holds, whatever older ones say.
    const measured = new Set();
    const missing = new Map();
    for (const r of run ? [run] : runs) {
      r.unavailable.filter(([name]) => !measured.has(name) && !missing.has(name)).forEach((u) => missing.set(u[0], u));
      r.cells.forEach(([, store]) => measured.add(store));
    }

    const reasons = [...missing.values()].map(([name, reason, fix]) => make('span', {}, make('b', {}, name), ` ${reason}. ${fix}.`));
    byId('unavailable').replaceChildren(...(missing.size === 0 ? [] : [make('h2', {}, 'Could not run'), ...list(reasons)]));
    const heading = columns.length === 0 ? [] : [make('h2', {}, 'Workloads')];
    byId('workloads').replaceChildren(...heading, ...unique(columns.map((c) => c.suite)).map((s) => make(
      'details', {}, make('summary', {}, make('b', {}, suiteName(s)), ` ${data.suites[s].question}`),
      facts([
        ['Via', data.suites[s].via], ['Load engine', data.suites[s].engine], ['Data', data.suites[s].dataSource],
        ...data.suites[s].parameters]))));
  }

  // ---- Details of a cell ----

  const svg = (tag, attributes, text) => {
    const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
    Object.entries(attributes).forEach(([name, value]) => element.setAttribute(name, value));
    element.textContent = text ?? '';
    return element;
  };
  const percentile = (p) => (p === 0 ? 'min' : p === 100 ? 'max' : `p${p}`);

  // The percentiles from the least to the greatest time, on a logarithmic axis; without those of too few values.
  function chart(title, all) {
    if (!all) { return []; }
    const percentiles = data.percentiles.filter((_, i) => all[i] !== null);
    const times = all.filter((t) => t !== null);
    const [width, height, top, bottom] = [560, 170, 26, 24];
    const logs = times.map((t) => Math.log(Math.max(t, 0.001)));
    const range = Math.max(logs.at(-1) - logs[0], 0.01);
    const points = logs.map((l, i) => [
      34 + (i * (width - 68)) / (times.length - 1), top + (height - top - bottom) * (1 - (l - logs[0]) / range)]);
    const label = `${title}: ${times.map((t, i) => `${percentile(percentiles[i])} ${time(t)}`).join(', ')}`;
    const drawing = svg('svg', { viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': label });
    drawing.append(
      svg('path', {
        class: 'area',
        d: `M${points[0][0]},${height - bottom}${points.map((p) => `L${p}`).join('')}L${points.at(-1)[0]},${height - bottom}Z`,
      }),
      svg('polyline', { points: points.join(' ') }),
      ...points.flatMap(([x, y], i) => [
        svg('circle', { cx: x, cy: y, r: 3 }), svg('text', { x, y: y - 9 }, time(times[i])),
        svg('text', { x, y: height - 6, class: 'axis' }, percentile(percentiles[i]))]));
    return [make('h3', {}, title), drawing];
  }

  function valuesTable(cell) {
    const head = ['Metric', 'Median', 'Interval or range', 'Trials'];
    return make('div', { class: 'scroll' }, make(
      'table', {}, make('thead', {}, make('tr', {}, head.map((h, i) => make('th', { scope: 'col', class: i ? 'number' : null }, h)))),
      make('tbody', {}, cell.values.map((v) => make(
        'tr', {}, make('th', { scope: 'row' }, v.name),
        make('td', { class: 'number' }, `${v.bound ? '≥ ' : ''}${number(v.median)} ${v.unit}`),
        make('td', { class: 'number' }, interval(v)), make('td', { class: 'number' }, trialsOf(cell, v)))))));
  }

  function show(cell) {
    const { run, about: store } = cell;
    const verdict = cell.text ?? `Verified: ${whole.format(cell.acknowledged)} acknowledged events`;
    const note = data.notes[cell.store] ?? data.notes[store?.family];
    dialog.replaceChildren(
      make('form', { method: 'dialog' }, make('button', { 'aria-label': 'Close' }, '✕')),
      make('h2', { id: 'details-title' }, `${cell.store} · ${suiteName(cell.suite)} · ${cell.load}`),
      make('p', { class: 'tags' }, make('span', { class: `badge ${cell.tier}` }, cell.tier), make(
        'span', { class: `verdict-${cell.verdict}` }, verdict)),
      valuesTable(cell), ...chart('Response times of all requests', cell.response), ...chart('Projection delay', cell.delay),
      ...(run.forced.length ? [make('h3', {}, 'Why the run did not pass the gate'), ...list(run.forced, 'warning')] : []),
      ...(cell.notes.length ? [make('h3', {}, 'How the numbers came about'), ...list(cell.notes)] : []),
      ...(note ? [make('h3', {}, 'From the maintainers'), make('p', { class: 'maintainers' }, note)] : []),
      make('h3', {}, 'Repeat it'), make('pre', {}, run.command),
      ...(store
        ? [make('h3', {}, 'The store'), make('p', {}, store.summary), make('p', {}, store.durabilityReason), facts(store.facts)] : []),
      ...(store?.settings.length
        ? [make('details', {}, make('summary', {}, `Options and settings (${store.settings.length})`), facts(store.settings))] : []),
      make('h3', {}, 'The run'),
      facts([['File', make('a', { href: `published/${encodeURIComponent(run.id)}.json` }, `${run.id}.json`)], ['Started', run.at],
        ['Machine', data.machines[run.machine]], ...run.facts]));
    if (!dialog.open) { dialog.showModal(); }
    dialog.scrollTop = 0;
  }

  // ---- What the reader does ----

  // Another machine has other runs.
  form.addEventListener('change', (e) => choose({
    [e.target.name]: e.target.value, ...(e.target.name === 'machine' ? { run: '', sort: '' } : {}) }));
  matrix.addEventListener('click', (e) => {
    const { cell, sort } = e.target.closest('button')?.dataset ?? {};
    if (cell !== undefined) { choose({ cell }); } else if (sort !== undefined) { choose({ sort }); }
  });
  // The numbers are one tab stop, the arrows go from one to the next.
  matrix.addEventListener('keydown', (e) => {
    const step = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[e.key];
    const from = e.target.closest('[data-cell]');
    if (!step || !from) { return; }
    e.preventDefault();
    const rows = [...matrix.querySelectorAll('tbody tr:not(.tier-row)')];
    let [row, column] = [rows.indexOf(from.closest('tr')) + step[0], from.closest('td').cellIndex + step[1]];
    let next = null;
    while (!next && rows[row]?.cells[column]) {
      next = rows[row].cells[column].querySelector('[data-cell]');
      [row, column] = [row + step[0], column + step[1]];
    }

    if (next) {
      from.tabIndex = -1;
      next.tabIndex = 0;
      next.focus();
    }
  });
  dialog.addEventListener('click', (e) => { if (e.target === dialog) { dialog.close(); } });
  dialog.addEventListener('close', () => { if (state().cell) { choose({ cell: '' }); } });
  addEventListener('hashchange', draw);
  addEventListener('beforeprint', () => document.documentElement.classList.add('printing'));
  addEventListener('afterprint', () => document.documentElement.classList.remove('printing'));
  draw();
})();
