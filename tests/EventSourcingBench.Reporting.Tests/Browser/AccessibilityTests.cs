using Microsoft.Playwright;

namespace EventSourcingBench.Reporting.Tests;

public sealed class AccessibilityTests(Chromium chromium, SharedPage shared) : IClassFixture<SharedPage>
{
    // Text against the nearest background that is painted, after WCAG 2.1: 4.5, or 3 for large text.
    private const string LowContrast =
        """
        () => {
          const parse = (c) => { const v = c.match(/[\d.]+/g).map(Number); return { rgb: v.slice(0, 3), a: v.length > 3 ? v[3] : 1 }; };
          const luminance = (rgb) => { const [r, g, b] = rgb.map((v) => v / 255)
        """
        + """
        .map((v) => (v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)); return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
          const known = new Map();
          const background = (e) => {
            if (!e) { return [255, 255, 255]; }
            if (!known.has(e)) { const c = parse(getComputedStyle(e).backgroundColor);
        """
        + """
         known.set(e, c.a === 1 ? c.rgb : background(e.parentElement)); }
            return known.get(e);
          };
          const found = [];
          for (const e of document.querySelectorAll('main *, header *, footer *')) {
            if (e.closest('.plot') || ![...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim())) { continue; }
            const style = getComputedStyle(e);
            const [a, b] = [luminance(parse(style.color).rgb), luminance(background(e))].sort((x, y) => y - x);
            const size = parseFloat(style.fontSize);
            const least = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700) ? 3 : 4.5;
            if ((a + 0.05) / (b + 0.05) < least) {
        """
        + """
         found.push(`${e.tagName}.${e.className} ${e.textContent.trim().slice(0, 30)} ${((a + 0.05) / (b + 0.05)).toFixed(2)}`); }
          }
          return found;
        }
        """;

    private const string IncompleteCharts =
        """
        () => [...document.querySelectorAll('figure')].flatMap((figure) => {
          const plot = figure.querySelector('[role=img]');
          const wrong = [];
          if (!plot?.getAttribute('aria-label')?.trim()) { wrong.push('label'); }
          if (!document.getElementById(plot?.getAttribute('aria-describedby'))?.innerText) { wrong.push('description'); }
          if (!figure.querySelector('details table caption')?.textContent.trim()) { wrong.push('caption'); }
          if (!figure.querySelector('details table tbody tr')) { wrong.push('rows'); }
          if (figure.querySelector('details table tbody tr:not(:has(th[scope=row]))')) { wrong.push('heads'); }
          return wrong.map((what) => `${figure.dataset.chart}: ${what}`);
        })
        """;

    [Theory]
    [InlineData(SyntheticPage.Complete, ColorScheme.Light)]
    [InlineData(SyntheticPage.Complete, ColorScheme.Dark)]
    [InlineData(SyntheticPage.Bulk, ColorScheme.Light)]
    [InlineData(SyntheticPage.Bulk, ColorScheme.Dark)]
    public async Task Text_has_enough_contrast_and_every_chart_a_label_a_description_and_a_table(SyntheticPage page, ColorScheme scheme)
    {
        await using var report = await OpenReport.OpenAsync(
            chromium, await CompleteReport.HtmlAsync(page), new BrowserNewContextOptions { ColorScheme = scheme });
        (await report.Page.EvaluateAsync<string[]>(LowContrast)).ShouldBeEmpty();
        (await report.Page.Locator("figure").CountAsync()).ShouldBe(CompleteReport.Charts(page));
        (await report.Page.EvaluateAsync<string[]>(IncompleteCharts)).ShouldBeEmpty();
    }

    [Fact]
    public async Task Headings_are_in_order()
    {
        var report = await shared.OpenAsync();
        var levels = await report.Page.EvaluateAsync<int[]>(
            "() => [...document.querySelectorAll('h1,h2,h3,h4,h5,h6')].map(h => Number(h.tagName[1]))");
        levels.Count(l => l == 1).ShouldBe(1);
        levels[0].ShouldBe(1);
        for (var i = 1; i < levels.Length; i++)
            levels[i].ShouldBeLessThanOrEqualTo(levels[i - 1] + 1);
    }

    [Fact]
    public async Task Landmarks_labels_and_ids_are_sound()
    {
        var report = await shared.OpenAsync();
        var page = report.Page;
        (await page.Locator("html[lang=en]").CountAsync()).ShouldBe(1);
        foreach (var landmark in new[] { "main", "body > header", "nav[aria-label]", "body > footer" })
            (await page.Locator(landmark).CountAsync()).ShouldBe(1, landmark);

        (await page.EvaluateAsync<string[]>(
            "() => { const ids = [...document.querySelectorAll('[id]')].map(e => e.id);"
                + " return ids.filter((id, i) => ids.indexOf(id) !== i); }"))
            .ShouldBeEmpty();
        (await page.EvaluateAsync<string[]>(
            "() => [...document.querySelectorAll('[aria-labelledby],[aria-describedby]')]"
                + ".flatMap(e => [e.getAttribute('aria-labelledby'), e.getAttribute('aria-describedby')])"
                + ".filter(id => id && !document.getElementById(id))"))
            .ShouldBeEmpty();
        (await page.EvaluateAsync<string[]>(
            "() => [...document.querySelectorAll('nav a, a.skip')].map(a => a.getAttribute('href'))"
                + ".filter(h => !document.getElementById(h.slice(1)))"))
            .ShouldBeEmpty();
        (await page.EvaluateAsync<int>("() => [...document.querySelectorAll('input,select')].filter(e => e.labels.length === 0).length"))
            .ShouldBe(0);
    }

    [Fact]
    public async Task The_first_tab_stop_skips_to_the_answer()
    {
        var report = await shared.OpenAsync();
        await report.Page.Keyboard.PressAsync("Tab");
        (await report.Page.EvaluateAsync<string>("() => document.activeElement.getAttribute('href')")).ShouldBe("#answer");
    }

    [Theory]
    [InlineData(SyntheticPage.Complete)]
    [InlineData(SyntheticPage.Bulk)]
    public async Task A_narrow_screen_does_not_scroll_sideways(SyntheticPage page)
    {
        var narrow = new BrowserNewContextOptions { ViewportSize = new ViewportSize { Width = 360, Height = 780 } };
        await using var report = await OpenReport.OpenAsync(chromium, await CompleteReport.HtmlAsync(page), narrow);
        await report.DrawAllAsync();
        (await report.Page.EvaluateAsync<int>("() => document.documentElement.scrollWidth - innerWidth")).ShouldBeLessThanOrEqualTo(0);
    }
}
