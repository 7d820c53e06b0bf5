// What tests evaluate in a page.
globalThis.tests = {
  // Text against the nearest background that is painted, after WCAG 2.1: 4.5, or 3 for large text.
  lowContrast() {
    const parse = (c) => { const v = c.match(/[\d.]+/g).map(Number); return { rgb: v.slice(0, 3), a: v.length > 3 ? v[3] : 1 }; };
    const linear = (v) => (v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
    const luminance = ([r, g, b]) => 0.2126 * linear(r / 255) + 0.7152 * linear(g / 255) + 0.0722 * linear(b / 255);
    const known = new Map();
    const paint = (e) => {
      const c = parse(getComputedStyle(e).backgroundColor);
      return c.a === 1 ? c.rgb : background(e.parentElement);
    };
    const background = (e) => (!e ? [255, 255, 255] : known.get(e) ?? known.set(e, paint(e)).get(e));
    const found = [];
    for (const e of document.querySelectorAll('main *, header *, footer *')) {
      if (e.closest('.plot') || ![...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim())) { continue; }
      const style = getComputedStyle(e);
      const [a, b] = [luminance(parse(style.color).rgb), luminance(background(e))].sort((x, y) => y - x);
      const size = parseFloat(style.fontSize);
      const least = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700) ? 3 : 4.5;
      const ratio = (a + 0.05) / (b + 0.05);
      if (ratio < least) { found.push(`${e.tagName}.${e.className} ${e.textContent.trim().slice(0, 30)} ${ratio.toFixed(2)}`); }
    }
    return found;
  },

  incompleteCharts() {
    return [...document.querySelectorAll('figure')].flatMap((figure) => {
      const plot = figure.querySelector('[role=img]');
      const wrong = [];
      if (!plot?.getAttribute('aria-label')?.trim()) { wrong.push('label'); }
      if (!document.getElementById(plot?.getAttribute('aria-describedby'))?.innerText) { wrong.push('description'); }
      if (!figure.querySelector('details table caption')?.textContent.trim()) { wrong.push('caption'); }
      if (!figure.querySelector('details table tbody tr')) { wrong.push('rows'); }
      if (figure.querySelector('details table tbody tr:not(:has(th[scope=row]))')) { wrong.push('heads'); }
      return wrong.map((what) => `${figure.dataset.chart}: ${what}`);
    });
  },

  // Finds landmarks, ids, references, labels and heading levels that are wrong.
  unsoundDocument() {
    const all = (selector) => [...document.querySelectorAll(selector)];
    const ids = all('[id]').map((e) => e.id);
    const named = all('[aria-labelledby],[aria-describedby]')
      .flatMap((e) => [e.getAttribute('aria-labelledby'), e.getAttribute('aria-describedby')]);
    const links = all('nav a, a.skip').map((a) => a.getAttribute('href').slice(1));
    const levels = all('h1,h2,h3,h4,h5,h6').map((h) => Number(h.tagName[1]));
    return [
      ...['html[lang=en]', 'main', 'body > header', 'nav[aria-label]', 'body > footer', 'h1'].filter((s) => all(s).length !== 1),
      ...ids.filter((id, i) => ids.indexOf(id) !== i),
      ...[...named, ...links].filter((id) => id && !document.getElementById(id)),
      ...all('input,select').filter((e) => e.labels.length === 0).map((e) => e.outerHTML),
      ...levels.filter((level, i) => level > (i === 0 ? 1 : levels[i - 1] + 1)).map((level) => `h${level}`),
    ];
  },

  // Brings figures into sight, which draws them. In the page, because a call for each takes longer than drawing it.
  async draw(selector) {
    const end = performance.now() + 30000;
    const noFrame = () => new Promise((_, fail) => setTimeout(() => fail(new Error('no frame for 20 s')), 20000));
    for (const figure of document.querySelectorAll(selector)) {
      figure.scrollIntoView({ behavior: 'instant' });
      while (!figure.querySelector('.plot svg path, .empty:not([hidden])')) {
        if (performance.now() > end) { throw new Error(`${figure.dataset.chart} was not drawn`); }
        await Promise.race([new Promise(requestAnimationFrame), noFrame()]);
      }
    }
  },

  // A click and a change as the reader makes them; in the page, because a call for each of two hundred options takes longer
  // than drawing it.
  chooseEverything() {
    const wrong = [];
    let options = 0;
    const check = (element, what) => {
      options++;
      const figure = element.closest('figure');
      const shown = figure.querySelectorAll('.plot:not([hidden]) svg, .empty:not([hidden])').length;
      if (shown !== 1) { wrong.push(`${figure.dataset.chart}: ${what}`); }
    };
    for (const input of document.querySelectorAll('figure input[type=radio]')) {
      input.click();
      check(input, `${input.name} ${input.value}`);
    }
    for (const select of document.querySelectorAll('figure select')) {
      for (const option of select.options) {
        option.selected = true;
        select.dispatchEvent(new Event('change', { bubbles: true }));
        check(select, option.textContent);
      }
    }
    return [String(options), ...wrong];
  },
};
