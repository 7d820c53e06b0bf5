using Microsoft.Playwright;

namespace EventSourcingBench.Reporting.Tests;

/// <summary>A page that many tests look at: the complete synthetic run and microbenchmarks beside it; ingest and growth.</summary>
public enum SyntheticPage
{
    Complete,
    Bulk,
}

/// <summary>Reports in a browser without a network, in which nothing may go wrong.</summary>
public abstract class BrowserTests(Chromium chromium)
{
    private static readonly Lazy<Task<string>> Complete = new(() => HtmlReport.RenderAsync(
        ReportBuilder.Build([new SyntheticRun { Together = true }.Complete()], null, [SyntheticBenchmarks.Complete()])));

    private static readonly Lazy<Task<string>> Bulk = new(() => HtmlReport.RenderAsync(ReportBuilder.Build([SyntheticBulk.Complete()])));

    public static Task<string> HtmlAsync(SyntheticPage page) => (page == SyntheticPage.Bulk ? Bulk : Complete).Value;

    /// <summary>Of the complete one six of the closed and five of the open model in append, seven in projection; three of loading and one
    /// of each other class of microbenchmarks but the one with a single size.</summary>
    protected static int Charts(SyntheticPage page) => page == SyntheticPage.Bulk ? 8 + 7 : 25;

    private protected async Task LookAsync(SyntheticPage page, Func<OpenReport, Task> look, BrowserNewContextOptions? options = null) =>
        await LookAsync(await HtmlAsync(page), look, options);

    private protected async Task LookAsync(Func<OpenReport, Task> look, params IReadOnlyList<RunFolder> runs) =>
        await LookAsync(await HtmlReport.RenderAsync(ReportBuilder.Build(runs)), look);

    private protected async Task LookAsync(string html, Func<OpenReport, Task> look, BrowserNewContextOptions? options = null)
    {
        if (chromium.Missing is { } reason)
            Assert.Skip(reason);

        if (PageAssets.Charts is null)
            Assert.Skip("npm was missing at build: the charts of this build need a network, which these tests do not give.");

        using var folder = new TempFolder();
        await using var context = await chromium.Browser!.NewContextAsync(options ?? new BrowserNewContextOptions());
        await context.SetOfflineAsync(true);
        var report = new OpenReport(await context.NewPageAsync());
        await report.Page.GotoAsync(new Uri(folder.Write("report.html", html)).AbsoluteUri);
        await look(report);
        report.Faults.ShouldBeEmpty();
    }
}

/// <summary>A report in a browser, and everything that went wrong in it.</summary>
internal sealed class OpenReport
{
    // In the page, because a call for each figure takes longer than drawing it.
    private const string Draw =
        """
        async (selector) => {
          const end = performance.now() + 30000;
          for (const figure of document.querySelectorAll(selector)) {
            figure.scrollIntoView({ behavior: 'instant' });
            while (!figure.querySelector('.plot svg path, .empty:not([hidden])')) {
              if (performance.now() > end) { throw new Error(`${figure.dataset.chart} was not drawn`); }
              await new Promise(requestAnimationFrame);
            }
          }
        }
        """;

    public OpenReport(IPage page)
    {
        Page = page;
        Page.PageError += (_, error) => Faults.Add($"page: {error}");
        Page.Console += (_, message) => AddIf(message.Type is "error" or "warning", $"console: {message.Text}");
        Page.Request += (_, request) => AddIf(new Uri(request.Url).Scheme is not ("file" or "data"), $"request: {request.Url}");
        Page.Dialog += async (_, dialog) =>
        {
            Faults.Add($"dialog: {dialog.Message}");
            await dialog.DismissAsync();
        };

        void AddIf(bool isFault, string fault)
        {
            if (isFault)
                Faults.Add(fault);
        }
    }

    public IPage Page { get; }

    public List<string> Faults { get; } = [];

    /// <summary>Brings every chart into sight, which draws it.</summary>
    public Task DrawAllAsync() => Page.EvaluateAsync(Draw, "figure[data-chart]");

    public ILocator Figure(string chart) => Page.Locator($"figure[data-chart={chart}]");

    public async Task<ILocator> DrawAsync(string chart)
    {
        await Page.EvaluateAsync(Draw, $"figure[data-chart={chart}]");
        return Figure(chart);
    }

    public static Task<IReadOnlyList<string>> TextsAsync(ILocator figure) => figure.Locator("svg text").AllTextContentsAsync();

    public static async Task HoverMiddleAsync(ILocator figure)
    {
        var box = (await figure.Locator(".plot").BoundingBoxAsync())!;
        var middle = new Position { X = box.Width / 2, Y = box.Height / 2 };
        await figure.Locator(".plot").HoverAsync(new LocatorHoverOptions { Position = middle });
    }
}
