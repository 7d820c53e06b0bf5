using Microsoft.Playwright;

namespace EventSourcingBench.Reporting.Tests;

/// <summary>A report in a browser without a network, and everything that went wrong in it.</summary>
internal sealed class OpenReport : IAsyncDisposable
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

    private readonly IBrowserContext _context;
    private readonly DirectoryInfo _folder;

    private OpenReport(IBrowserContext context, IPage page, DirectoryInfo folder) => (_context, Page, _folder) = (context, page, folder);

    public IPage Page { get; }

    public List<string> Faults { get; } = [];

    public required long Bytes { get; init; }

    public static async Task<OpenReport> OpenAsync(
        Chromium chromium, IReadOnlyList<RunFolder> runs, BrowserNewContextOptions? options = null) =>
        await OpenAsync(chromium, await HtmlReport.RenderAsync(ReportBuilder.Build(runs)), options);

    public static async Task<OpenReport> OpenAsync(Chromium chromium, string html, BrowserNewContextOptions? options = null)
    {
        if (chromium.Missing is { } reason)
            Assert.Skip(reason);

        if (PageAssets.Charts is null)
            Assert.Skip("npm was missing at build: the charts of this build need a network, which these tests do not give.");

        var folder = Directory.CreateTempSubdirectory("report-");
        var file = Path.Combine(folder.FullName, "report.html");
        await File.WriteAllTextAsync(file, html, TestContext.Current.CancellationToken);
        var context = await chromium.Browser!.NewContextAsync(options ?? new BrowserNewContextOptions());
        await context.SetOfflineAsync(true);
        var report = new OpenReport(context, await context.NewPageAsync(), folder) { Bytes = new FileInfo(file).Length };
        report.Listen();
        await report.Page.GotoAsync(new Uri(file).AbsoluteUri);
        return report;
    }

    /// <summary>Brings every chart into sight, which draws it.</summary>
    public Task DrawAllAsync() => Page.EvaluateAsync(Draw, "figure[data-chart]");

    /// <summary>Draws one chart.</summary>
    public async Task<ILocator> DrawAsync(string chart)
    {
        var selector = $"figure[data-chart={chart}]";
        await Page.EvaluateAsync(Draw, selector);
        return Page.Locator(selector);
    }

    public static async Task HoverMiddleAsync(ILocator figure)
    {
        var box = (await figure.Locator(".plot").BoundingBoxAsync())!;
        var middle = new Position { X = box.Width / 2, Y = box.Height / 2 };
        await figure.Locator(".plot").HoverAsync(new LocatorHoverOptions { Position = middle });
    }

    public async ValueTask DisposeAsync()
    {
        await _context.CloseAsync();
        _folder.Delete(recursive: true);
    }

    private void Listen()
    {
        Page.Console += (_, message) =>
        {
            if (message.Type is "error" or "warning")
                Faults.Add($"console: {message.Text}");
        };
        Page.PageError += (_, error) => Faults.Add($"page: {error}");
        Page.Dialog += async (_, dialog) =>
        {
            Faults.Add($"dialog: {dialog.Message}");
            await dialog.DismissAsync();
        };
        Page.Request += (_, request) =>
        {
            if (!request.Url.StartsWith("file:", StringComparison.Ordinal) && !request.Url.StartsWith("data:", StringComparison.Ordinal))
                Faults.Add($"request: {request.Url}");
        };
    }
}
