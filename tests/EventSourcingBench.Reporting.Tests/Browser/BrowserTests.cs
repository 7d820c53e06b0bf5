namespace EventSourcingBench.Reporting.Tests;

/// <summary>Reports in a browser without a network, in which nothing may go wrong.</summary>
public abstract class BrowserTests(Chromium chromium)
{
    // Chromium no longer draws the page: page.js says it.
    private const string NoFrame = "no frame for 20 s";

    private static readonly Lazy<Task<string>> Complete = new(() => HtmlReport.RenderAsync(
        ReportBuilder.Build([new SyntheticRun { Together = true }.Complete()], null, [SyntheticBenchmarks.Complete()])));

    private static readonly Lazy<Task<string>> Bulk =
        new(() => HtmlReport.RenderAsync(ReportBuilder.Build([SyntheticBulk.Complete()])));

    public static Task<string> HtmlAsync(SyntheticPage page) => (page == SyntheticPage.Bulk ? Bulk : Complete).Value;

    /// <summary>Of the complete one six of the closed and five of the open model in append, seven in projection; three of loading and one
    /// of each other class of microbenchmarks but the one with a single size.</summary>
    protected static int Charts(SyntheticPage page) => page == SyntheticPage.Bulk ? 8 + 7 : 25;

    private protected async Task LookAsync(SyntheticPage page, Func<IPage, Task> look) => await LookAsync(await HtmlAsync(page), look);

    private protected async Task LookAsync(Func<IPage, Task> look, params IReadOnlyList<RunFolder> runs) =>
        await LookAsync(await HtmlReport.RenderAsync(ReportBuilder.Build(runs)), look);

    private protected async Task LookAsync(string html, Func<IPage, Task> look)
    {
        Assert.SkipWhen(chromium.Missing is not null, chromium.Missing ?? "");
        Assert.SkipWhen(
            PageAssets.Charts is null, "npm was missing at build: the charts of this build need a network, which these tests do not give.");
        try
        {
            await LookOnceAsync(html, look);
        }
        catch (PlaywrightException e) when (e.Message.Contains(NoFrame, StringComparison.Ordinal))
        {
            // Another page may be drawn.
            await LookOnceAsync(html, look);
        }
    }

    private async Task LookOnceAsync(string html, Func<IPage, Task> look)
    {
        using var folder = new TempFolder();
        await using var context = await chromium.Browser!.NewContextAsync();
        await context.SetOfflineAsync(true);
        await context.AddInitScriptAsync(scriptPath: Path.Combine(AppContext.BaseDirectory, "Browser", "page.js"));
        var (page, faults) = (await context.NewPageAsync(), new List<string>());
        page.PageError += (_, error) => faults.Add($"page: {error}");
        page.Console += (_, m) => faults.AddRange(m.Type is "error" or "warning" ? [$"console: {m.Text}"] : []);
        page.Request += (_, r) => faults.AddRange(new Uri(r.Url).Scheme is "file" or "data" ? [] : [$"request: {r.Url}"]);
        page.Dialog += async (_, dialog) =>
        {
            faults.Add($"dialog: {dialog.Message}");
            await dialog.DismissAsync();
        };
        await page.GotoAsync(new Uri(folder.Write("report.html", html)).AbsoluteUri);
        await look(page);
        faults.ShouldBeEmpty();
    }
}

internal static class OpenReport
{
    private const string Draw = "selector => tests.draw(selector)";

    /// <summary>Text has contrast by day and by night, and the first tab stop skips to the numbers.</summary>
    public static async Task ShouldBeReadableAsync(this IPage page, string skip)
    {
        foreach (var scheme in new[] { ColorScheme.Dark, ColorScheme.Light })
        {
            await page.EmulateMediaAsync(new PageEmulateMediaOptions { ColorScheme = scheme });
            (await page.EvaluateAsync<string[]>("() => tests.lowContrast()")).ShouldBeEmpty($"{scheme}");
        }

        await page.Keyboard.PressAsync("Tab");
        (await page.EvaluateAsync<string>("() => document.activeElement.getAttribute('href')")).ShouldBe(skip);
    }

    /// <summary>Brings every chart into sight, which draws it.</summary>
    public static Task DrawAllAsync(this IPage page) => page.EvaluateAsync(Draw, "figure[data-chart]");

    public static ILocator Figure(this IPage page, string chart) => page.Locator($"figure[data-chart={chart}]");

    public static async Task<ILocator> DrawAsync(this IPage page, string chart)
    {
        await page.EvaluateAsync(Draw, $"figure[data-chart={chart}]");
        return page.Figure(chart);
    }

    public static Task<IReadOnlyList<string>> TextsAsync(this ILocator figure) => figure.Locator("svg text").AllTextContentsAsync();

    public static async Task HoverMiddleAsync(this ILocator figure)
    {
        var box = (await figure.Locator(".plot").BoundingBoxAsync())!;
        await figure.Locator(".plot").HoverAsync(new() { Position = new() { X = box.Width / 2, Y = box.Height / 2 } });
    }
}

/// <summary>A page that many tests look at: the complete synthetic run and microbenchmarks beside it; ingest and growth.</summary>
public enum SyntheticPage
{
    Complete,
    Bulk,
}
