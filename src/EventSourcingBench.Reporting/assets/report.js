// Draws the charts of the page and listens to its controls. The numbers are in #report-data; the tables under the
// charts are in the page already, so that nothing is lost where this does not run.
(() => {
  'use strict';

  const charts = JSON.parse(document.getElementById('report-data').textContent);
  const root = document.documentElement;
  const figures = [...document.querySelectorAll('figure[data-chart]')];
  // The paths are a triangle on its tip, a cross and a plus: the pin and the arrow of the library are hardly seen at this size.
  const symbols = [
    'circle', 'rect', 'triangle', 'diamond', 'path://M0,0 L10,0 L5,9 Z',
    'path://M0,3 L3,0 L5,2 L7,0 L10,3 L8,5 L10,7 L7,10 L5,8 L3,10 L0,7 L2,5 Z',
    'path://M3,0 L7,0 L7,3 L10,3 L10,7 L7,7 L7,10 L3,10 L3,7 L0,7 L0,3 L3,3 Z', 'roundRect',
  ];
  const hidden = new Set();
  const drawn = new Map();

  const precise = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 3 });
  const plain = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 6 });
  const number = (value) => (value === null || value === undefined ? '–' : precise.format(value));
  const escapeHtml = (text) => text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);
  const share = (oneIn) => `${plain.format(Number((100 * (1 - 1 / oneIn)).toFixed(6)))}%`;

  // From the ninth store on colours repeat: symbols are shifted then, and there are dots between the dashes.
  const groupOf = (series) => Math.floor(series.color / symbols.length);
  const dashOf = (series) => (series.dashed || groupOf(series) > 0
    ? [series.dashed ? 7 : 14, 3, ...Array(groupOf(series)).fill([2, 3]).flat()] : null);

  // The colour of a line with its dashes.
  function swatchOf(series) {
    let at = 0;
    return `repeating-linear-gradient(90deg, ${(dashOf(series) ?? [1]).map((length, i) =>
      `${i % 2 === 1 ? 'transparent' : `var(--series-${series.color % symbols.length})`} ${at}px ${at += length}px`)})`;
  }

  function palette() {
    const style = getComputedStyle(root);
    const read = (name) => style.getPropertyValue(name).trim();
    return {
      text: read('--text'),
      muted: read('--muted'),
      line: read('--line'),
      card: read('--card'),
      series: Array.from({ length: 8 }, (_, i) => read(`--series-${i}`)),
      soft: read('--soft'),
      bad: read('--bad'),
      heat: [read('--heat-low'), read('--heat-high')],
    };
  }

  function chosen(figure, selector) {
    const element = figure.querySelector(`[data-selector="${selector}"]`);
    if (!element) {
      return '0';
    }

    return element.matches('select') ? element.value : element.querySelector('input:checked').value;
  }

  function viewOf(figure) {
    const chart = charts[figure.dataset.chart];
    const choices = Object.keys(chart.views)[0] === '' ? 0 : Object.keys(chart.views)[0].split('/').length;
    const key = Array.from({ length: choices }, (_, i) => chosen(figure, i)).join('/');
    const scale = figure.querySelector('[data-selector="-1"]');
    return { chart, view: chart.views[key], logarithmic: scale ? chosen(figure, -1) === '1' : chart.logarithmic };
  }

  // A logarithmic axis has no zero: times below its first microsecond stand on the axis.
  const onAxis = (value, logarithmic) => (logarithmic ? Math.max(value, 0.001) : value);

  // Points of these have their place before their value.
  const hasPlace = (chart) => chart.kind === 'Distribution' || chart.kind === 'Curve';

  // A value that is only known to be at least this has a 1 behind it.
  const isLowerBound = (chart, point) => point?.length === (hasPlace(chart) ? 3 : 2);
  const atLeast = (chart, point, value) => `${isLowerBound(chart, point) ? '≥ ' : ''}${number(value)}`;
  const marked = (chart, point, value) => (
    isLowerBound(chart, point) ? { value, label: { show: true, formatter: '≥', position: 'top' } } : value);

  // An axis with one value is no line: its values are bars, each with its number.
  const isBar = (chart) => chart.kind === 'Category' && chart.categories.length === 1;

  function barOf(chart, series, colors) {
    const [point] = series.points;
    const dash = dashOf(series);
    return {
      type: 'bar',
      name: series.name,
      data: [[0, point ? point[0] : null]],
      barMaxWidth: 48,
      label: { show: true, position: 'top', color: colors.text, fontSize: 12, formatter: () => atLeast(chart, point, point[0]) },
      itemStyle: {
        color: colors.series[series.color % colors.series.length],
        ...(dash ? { borderColor: colors.text, borderWidth: 2, borderType: dash } : {}),
      },
      emphasis: { disabled: true },
    };
  }

  // A part of the bar of each category; parts lie on one another.
  function partOf(series, colors) {
    return {
      type: 'bar',
      stack: 'parts',
      name: series.name,
      data: series.points.map((point, i) => [i, point ? point[0] : null]),
      barMaxWidth: 72,
      itemStyle: { color: colors.series[series.color % colors.series.length] },
      emphasis: { disabled: true },
    };
  }

  function lineOf(chart, series, colors, logarithmic) {
    if (chart.kind === 'Stack') {
      return partOf(series, colors);
    }

    if (isBar(chart)) {
      return barOf(chart, series, colors);
    }

    const color = colors.series[series.color % colors.series.length];
    const data = series.points.map((point, i) => {
      if (hasPlace(chart)) {
        return marked(chart, point, [point[0], onAxis(point[1], logarithmic)]);
      }

      const x = chart.kind === 'Timeline' ? i * chart.step : i;
      return marked(chart, point, [x, point ? onAxis(point[0], logarithmic) : null]);
    });
    return {
      type: 'line',
      name: series.name,
      data,
      symbol: symbols[(series.color + groupOf(series)) % symbols.length],
      symbolSize: 8,
      showSymbol: chart.kind === 'Category' || chart.kind === 'Curve' || data.length < 3,
      connectNulls: chart.kind === 'Category',
      itemStyle: { color },
      lineStyle: { color, width: 2, type: dashOf(series) ?? 'solid' },
      emphasis: { disabled: true },
    };
  }

  // The place on the horizontal axis and both ends of the interval; null where there is none.
  function intervalOf(chart, point, i) {
    if (chart.kind === 'Category' && point?.length === 3) {
      return [i, point[1], point[2]];
    }

    return chart.kind === 'Curve' && point?.length === 4 ? [point[0], point[2], point[3]] : null;
  }

  function fitOf(series, colors, logarithmic) {
    return {
      type: 'line',
      name: series.name,
      data: series.fit.map(([x, y]) => [x, onAxis(y, logarithmic)]),
      id: `fit of ${series.name}`,
      symbol: 'none',
      silent: true,
      tooltip: { show: false },
      lineStyle: { color: colors.series[series.color % colors.series.length], width: 1.5, type: 'dotted' },
      emphasis: { disabled: true },
    };
  }

  // A line from low to high, with a cap at each end.
  const whisker = (x, low, high, cap, style) => [[x, low, x, high], [x - cap, low, x + cap, low], [x - cap, high, x + cap, high]]
    .map(([x1, y1, x2, y2]) => ({ type: 'line', shape: { x1, y1, x2, y2 }, style }));

  function whiskersOf(chart, series, colors, logarithmic) {
    const color = colors.series[series.color % colors.series.length];
    const data = series.points.map((p, i) => intervalOf(chart, p, i)).filter((p) => p)
      .map(([x, low, high]) => [x, onAxis(low, logarithmic), onAxis(high, logarithmic)]);
    return {
      type: 'custom',
      name: series.name,
      data,
      silent: true,
      tooltip: { show: false },
      encode: { x: 0, y: [1, 2] },
      renderItem(_, api) {
        const [x, low] = api.coord([api.value(0), api.value(1)]);
        const [, high] = api.coord([api.value(0), api.value(2)]);
        return { type: 'group', children: whisker(x, low, high, 5, { stroke: color, lineWidth: 1.5 }) };
      },
    };
  }

  // Places that were not measured: hollow symbols with the interval, which goes to the edge where it has no end.
  function predictionsOf(series, colors, logarithmic) {
    const color = colors.series[series.color % colors.series.length];
    return {
      type: 'custom',
      name: series.name,
      id: `prediction of ${series.name}`,
      data: series.predictions.map(([x, value, low, high]) => [
        x, onAxis(value, logarithmic), onAxis(high ?? value, logarithmic), low ?? 0, high === null ? 1 : 0]),
      silent: true,
      tooltip: { show: false },
      encode: { x: 0, y: [1, 2] },
      renderItem(parameters, api) {
        const bottom = parameters.coordSys.y + parameters.coordSys.height;
        const [x, y] = api.coord([api.value(0), api.value(1)]);
        const high = api.value(4) === 1 ? parameters.coordSys.y : api.coord([api.value(0), api.value(2)])[1];
        const low = api.value(3) > 0 ? Math.min(bottom, api.coord([api.value(0), api.value(3)])[1]) : bottom;
        const style = { stroke: color, lineWidth: 1.5, fill: 'none' };
        const place = { type: 'circle', shape: { cx: x, cy: y, r: 5 }, style: { ...style, fill: colors.card } };
        return { type: 'group', children: [...whisker(x, low, high, 6, style), place] };
      },
    };
  }

  function boxesOf(series, colors, logarithmic) {
    const color = colors.series[series.color % colors.series.length];
    return {
      type: 'boxplot',
      name: series.name,
      data: series.points.map((p) => (p ? p.map((v) => onAxis(v, logarithmic)) : [null, null, null, null, null])),
      boxWidth: [4, 26],
      itemStyle: { color: colors.soft, borderColor: color, borderWidth: 1.5, borderType: dashOf(series) ?? 'solid' },
      emphasis: { disabled: true },
    };
  }

  function boxText(chart, visible, parameters) {
    const boxes = parameters.filter((p) => p.seriesType === 'boxplot' && visible.find((s) => s.name === p.seriesName).points[p.dataIndex]);
    const rows = boxes.map((box) => {
      const [least, first, median, third, greatest] = visible.find((s) => s.name === box.seriesName).points[box.dataIndex].map(number);
      return `${box.marker}${escapeHtml(box.seriesName)} <b>${median}</b> (${least} | ${first}–${third} | ${greatest})`;
    });
    return rows.length === 0 ? '' : [escapeHtml(`${chart.xName}: ${chart.categories[boxes[0].dataIndex]}`), ...rows].join('<br>');
  }

  function marksOf(marks, colors) {
    return {
      silent: true,
      symbol: 'none',
      animation: false,
      lineStyle: { color: colors.bad, width: 1.5, type: 'solid' },
      label: { color: colors.bad, fontSize: 12, position: 'insideEndTop', rotate: 0, align: 'left', distance: [6, 4], formatter: '{b}' },
      data: marks.map((m) => ({ name: m.text, xAxis: m.at })),
    };
  }

  function tooltipText(chart, visible, parameters) {
    const lines = parameters.filter((p) => p.seriesType === 'bar' || (p.seriesType === 'line' && !p.seriesId.startsWith('fit of ')));
    if (lines.length === 0) {
      return '';
    }

    const x = lines[0].value[0];
    const title = chart.kind === 'Category' || chart.kind === 'Stack' ? `${chart.xName}: ${chart.categories[x]}`
      : chart.kind === 'Distribution' ? `${share(x)} of values`
      : chart.kind === 'Curve' ? `${chart.xName}: ${plain.format(x)}` : `second ${x}`;
    const rows = lines.map((line) => {
      const point = visible.find((s) => s.name === line.seriesName).points[line.dataIndex];
      const ends = intervalOf(chart, point, 0);
      const interval = ends ? ` (${number(ends[1])}–${number(ends[2])})` : '';
      return `${line.marker}${escapeHtml(line.seriesName)} <b>${atLeast(chart, point, point?.[hasPlace(chart) ? 1 : 0])}</b>${interval}`;
    });
    return [escapeHtml(title), ...rows].join('<br>');
  }

  function optionOf(figure) {
    const { chart, view, logarithmic } = viewOf(figure);
    const colors = palette();
    if (chart.kind === 'Heatmap') {
      return heatOf(chart, view, colors);
    }

    const visible = (view?.series ?? []).filter((s) => !hidden.has(s.name));
    const main = visible.map((s) => (chart.kind === 'Box' ? boxesOf(s, colors, logarithmic) : lineOf(chart, s, colors, logarithmic)));
    if (view?.marks && main.length > 0) {
      main[0].markLine = marksOf(view.marks, colors);
    }

    const axis = {
      nameTextStyle: { color: colors.muted, fontSize: 12 },
      axisLabel: { color: colors.muted, fontSize: 12, hideOverlap: true },
      axisLine: { lineStyle: { color: colors.line } },
      axisTick: { lineStyle: { color: colors.line } },
      splitLine: { lineStyle: { color: colors.line } },
    };
    const x = { ...axis, name: chart.xName, nameLocation: 'middle', nameGap: 30, splitLine: { show: false } };
    if (chart.kind === 'Stack') {
      // Every bar needs its name: at a slant long ones find room, and say what they are without the axis' name.
      const axisLabel = { ...axis.axisLabel, hideOverlap: false, interval: 0, rotate: 30 };
      Object.assign(x, { type: 'category', data: chart.categories, name: '', axisLabel });
    } else if (chart.kind === 'Category' || chart.kind === 'Box') {
      Object.assign(x, { type: 'category', data: chart.categories });
    } else if (chart.kind === 'Distribution') {
      Object.assign(x, { type: 'log', min: 1, axisLabel: { ...axis.axisLabel, formatter: share } });
    } else if (chart.kind === 'Curve') {
      const axisLabel = { ...axis.axisLabel, formatter: (v) => plain.format(v) };
      Object.assign(x, { type: logarithmic ? 'log' : 'value', axisLabel }, logarithmic ? boundsOf(visible) : {});
    } else {
      Object.assign(x, { type: 'value', min: 0, max: 'dataMax', minInterval: 1 });
    }

    return {
      animation: false,
      textStyle: { fontFamily: getComputedStyle(document.body).fontFamily },
      grid: { left: 8, right: 20, top: 34, bottom: 34, containLabel: true },
      tooltip: {
        trigger: 'axis',
        confine: true,
        backgroundColor: colors.card,
        borderColor: colors.line,
        textStyle: { color: colors.text, fontSize: 13 },
        formatter: (parameters) => (chart.kind === 'Box' ? boxText : tooltipText)(chart, visible, parameters),
      },
      xAxis: x,
      yAxis: {
        ...axis,
        type: logarithmic ? 'log' : 'value',
        name: view?.unit ?? '',
        nameLocation: 'end',
        nameTextStyle: { color: colors.muted, fontSize: 12, align: 'left', padding: [0, 0, 4, -12] },
        axisLabel: { ...axis.axisLabel, formatter: (v) => plain.format(v) },
      },
      series: [
        ...main,
        ...((chart.kind === 'Category' && !isBar(chart)) || chart.kind === 'Curve'
          ? visible.map((s) => whiskersOf(chart, s, colors, logarithmic)) : []),
        ...visible.filter((s) => s.predictions).map((s) => predictionsOf(s, colors, logarithmic)),
        ...visible.filter((s) => s.fit).map((s) => fitOf(s, colors, logarithmic)),
      ],
    };
  }

  // A logarithmic axis would go on to the next power of ten on both sides, and leave most of the picture empty.
  function boundsOf(visible) {
    const places = visible.flatMap((s) => [...s.points, ...(s.fit ?? []), ...(s.predictions ?? [])])
      .filter((p) => p && p[0] > 0).map((p) => p[0]);
    if (places.length === 0) {
      return {};
    }

    const steps = [1, 1.5, 2, 3, 5, 7, 10];
    const round = (value, fits) => {
      const power = 10 ** Math.floor(Math.log10(value));
      return power * fits(value / power);
    };
    return {
      min: round(Math.min(...places), (v) => steps.findLast((s) => s <= v * 1.001)),
      max: round(Math.max(...places), (v) => steps.find((s) => s >= v * 0.999)),
    };
  }

  // Colours follow the logarithm of the value; each cell has its number too, so that colour is never all there is.
  function heatOf(chart, view, colors) {
    const points = view?.series[0]?.points ?? [];
    const data = points.map(([x, y, value]) => [x, y, Math.log10(Math.max(value, 1e-9)), value]);
    const logs = data.map((d) => d[2]);
    const axis = (name, labels) => ({
      type: 'category',
      name,
      data: labels,
      nameLocation: 'middle',
      nameTextStyle: { color: colors.muted, fontSize: 12 },
      axisLabel: { color: colors.muted, fontSize: 12 },
      axisLine: { lineStyle: { color: colors.line } },
      axisTick: { show: false },
      splitLine: { show: false },
    });
    return {
      animation: false,
      textStyle: { fontFamily: getComputedStyle(document.body).fontFamily },
      grid: { left: 24, right: 8, top: 8, bottom: 34, containLabel: true },
      tooltip: {
        confine: true,
        backgroundColor: colors.card,
        borderColor: colors.line,
        textStyle: { color: colors.text, fontSize: 13 },
        formatter: ({ data: d }) => [
          `${escapeHtml(chart.xName)}: ${escapeHtml(chart.categories[d[0]])}`,
          `${escapeHtml(chart.rowName)}: ${escapeHtml(chart.rows[d[1]])}`,
          `${escapeHtml(view.unit)}: <b>${number(d[3])}</b>`,
        ].join('<br>'),
      },
      xAxis: { ...axis(chart.xName, chart.categories), nameGap: 30 },
      yAxis: { ...axis(chart.rowName, chart.rows), nameGap: Math.max(34, 8 + 7 * Math.max(...chart.rows.map((r) => r.length))) },
      visualMap: { show: false, dimension: 2, min: Math.min(...logs), max: Math.max(...logs), inRange: { color: colors.heat } },
      series: [{
        type: 'heatmap',
        data,
        label: { show: true, color: colors.text, fontSize: 12, formatter: ({ data: d }) => number(d[3]) },
        itemStyle: { borderColor: colors.card, borderWidth: 2 },
        emphasis: { disabled: true },
      }],
    };
  }

  function draw(figure) {
    const option = optionOf(figure);
    const plot = figure.querySelector('.plot');
    const empty = option.series.every((s) => s.data.every((d) => (d.value ?? d)[1] === null));
    figure.querySelector('.empty').hidden = !empty;
    plot.hidden = empty;
    // Also without a chart: a line that is shown again makes one.
    drawn.set(figure, drawn.get(figure));
    if (!empty) {
      let instance = drawn.get(figure);
      if (!instance) {
        instance = echarts.init(plot, null, { renderer: 'svg' });
        drawn.set(figure, instance);
      }

      instance.resize();
      instance.setOption(option, { notMerge: true });
    }

    // A line that the choice does not have would be a button without effect.
    const names = new Set((viewOf(figure).view?.series ?? []).map((s) => s.name));
    figure.querySelectorAll('.legend button').forEach((button) => { button.hidden = !names.has(button.dataset.line); });
    fillSeconds(figure);
  }

  // The seconds of the view that is shown. All of them would make the page large and the table unreadable.
  function fillSeconds(figure) {
    const place = figure.querySelector('.seconds');
    if (!place || !place.closest('details').open) {
      return;
    }

    const { chart, view } = viewOf(figure);
    const series = view?.series ?? [];
    const table = document.createElement('table');
    table.createCaption().textContent = `${view?.unit ?? ''}, the choice shown above`;
    const cell = (row, tag, text, scope) => {
      const element = row.appendChild(document.createElement(tag));
      element.textContent = text;
      if (scope) {
        element.scope = scope;
      }

      element.className = 'number';
    };
    const head = table.createTHead().insertRow();
    cell(head, 'th', 'Second', 'col');
    series.forEach((s) => cell(head, 'th', s.name, 'col'));
    const body = table.createTBody();
    const rows = Math.max(0, ...series.map((s) => s.points.length));
    for (let i = 0; i < rows; i++) {
      const row = body.insertRow();
      cell(row, 'th', String(i * chart.step), 'row');
      series.forEach((s) => cell(row, 'td', atLeast(chart, s.points[i], s.points[i]?.[0])));
    }

    place.replaceChildren(table);
  }

  function redrawAll() {
    [...drawn.keys()].forEach(draw);
  }

  function listen(figure) {
    figure.querySelector('.controls').addEventListener('change', () => draw(figure));
    figure.querySelector('details')?.addEventListener('toggle', () => fillSeconds(figure));
    figure.querySelectorAll('.legend button').forEach((button) => {
      button.style.setProperty('--swatch', swatchOf({ color: Number(button.dataset.color), dashed: button.classList.contains('dashed') }));
      button.addEventListener('click', () => toggleLine(button.dataset.line));
    });
  }

  // A line is hidden in all charts: a reader who leaves a store out leaves it out of the comparison.
  function toggleLine(name) {
    if (!hidden.delete(name)) {
      hidden.add(name);
    }

    document.querySelectorAll('.legend button').forEach((b) => b.setAttribute('aria-pressed', String(!hidden.has(b.dataset.line))));
    redrawAll();
  }

  function listenToPage() {
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', redrawAll);
    let waiting = 0;
    addEventListener('resize', () => {
      cancelAnimationFrame(waiting);
      waiting = requestAnimationFrame(() => drawn.forEach((instance) => instance?.resize()));
    });

    addEventListener('beforeprint', () => figures.forEach(draw));
    addEventListener('afterprint', redrawAll);
  }

  // Before the charts are drawn for the paper, and also where there are none.
  function listenToPrint() {
    let opened = [];
    addEventListener('beforeprint', () => {
      root.classList.add('printing');
      opened = [...document.querySelectorAll('details:not([open])')];
      opened.forEach((d) => { d.open = true; });
    });
    addEventListener('afterprint', () => {
      root.classList.remove('printing');
      opened.forEach((d) => { d.open = false; });
    });
  }

  function listenToCopy() {
    document.querySelectorAll('[data-copy]').forEach((button) => button.addEventListener('click', async () => {
      const label = button.textContent;
      try {
        await navigator.clipboard.writeText(button.dataset.copy);
        button.textContent = 'Copied';
      } catch {
        // Without the permission the text is selected, so that the reader's own keys copy it.
        getSelection().selectAllChildren(button.parentElement.querySelector('code'));
        button.textContent = 'Selected';
      }

      setTimeout(() => { button.textContent = label; }, 2000);
    }));
  }

  listenToCopy();
  listenToPrint();
  if (typeof echarts === 'undefined') {
    root.classList.add('no-charts');
    figures.forEach((figure) => {
      figure.querySelector('.empty').textContent = 'The chart library could not be loaded. The table has the same numbers.';
      figure.querySelector('.empty').hidden = false;
      figure.querySelector('details').open = true;
    });
    return;
  }

  figures.forEach(listen);
  listenToPage();
  // Only what comes into sight is drawn, so that a page of many charts opens at once.
  const observer = new IntersectionObserver((entries) => entries.filter((e) => e.isIntersecting).forEach((entry) => {
    observer.unobserve(entry.target);
    draw(entry.target);
  }), { rootMargin: '400px' });
  figures.forEach((figure) => observer.observe(figure));
})();
