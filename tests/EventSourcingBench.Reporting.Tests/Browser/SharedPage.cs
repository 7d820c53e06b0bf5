namespace EventSourcingBench.Reporting.Tests;

/// <summary>One open complete report for the tests of a class that leave it as it is.</summary>
public sealed class SharedPage(Chromium chromium) : IAsyncDisposable
{
    private OpenReport? _report;

    /// <summary>Opened by the first test and not before, so that this one can be skipped where there is no browser.</summary>
    internal async Task<OpenReport> OpenAsync() => _report ??= await OpenReport.OpenAsync(chromium, await CompleteReport.HtmlAsync());

    public async ValueTask DisposeAsync()
    {
        if (_report is not null)
            await _report.DisposeAsync();
    }
}
