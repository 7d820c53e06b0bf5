using Microsoft.Playwright;

namespace EventSourcingBench.Reporting.Tests;

/// <summary>The sections of ingest and growth in a browser.</summary>
public sealed class BulkPageTests(Chromium chromium)
{
    [Fact]
    public async Task Extrapolations_are_chosen_by_keyboard_and_drawn_hollow()
    {
        await using var report = await OpenAsync();
        var figure = await report.DrawAsync("growth-append");
        var texts = await TextsAsync(figure);
        texts.ShouldNotContain("1,000,000,000");

        await figure.Locator("[data-selector='1'] input:checked").FocusAsync();
        await report.Page.Keyboard.PressAsync("ArrowRight");

        (await TextsAsync(figure)).ShouldContain("1,000,000,000");
        await report.Page.EmulateMediaAsync(new PageEmulateMediaOptions { ColorScheme = ColorScheme.Dark });
        await figure.Locator("svg path[fill='#1b1f25']").First.WaitForAsync(
            new LocatorWaitForOptions { State = WaitForSelectorState.Attached });
        report.Faults.ShouldBeEmpty();
    }

    [Fact]
    public async Task Boxes_tell_their_five_numbers()
    {
        await using var report = await OpenAsync();
        var figure = await report.DrawAsync("ingest-boxes");
        (await figure.Locator("svg path[stroke='#1f5fbf']").CountAsync()).ShouldBeGreaterThanOrEqualTo(6);
        await OpenReport.HoverMiddleAsync(figure);
        await figure.Locator(".plot").GetByText("Buffer: 1 MiB blocking").WaitForAsync();
        (await figure.Locator(".plot > div").Last.InnerTextAsync())
            .ShouldMatch(@"filelog\s+[\d,]+ \([\d,]+ \| [\d,]+–[\d,]+ \| [\d,]+\)");
        report.Faults.ShouldBeEmpty();
    }

    [Fact]
    public async Task The_moment_of_a_nodes_death_is_marked_with_its_pause()
    {
        await using var report = await OpenAsync();
        (await TextsAsync(await report.DrawAsync("ingest-death"))).ShouldContain("a node killed: 2.4 s without an acknowledgement");
    }

    private static async Task<IReadOnlyList<string>> TextsAsync(ILocator figure) => await figure.Locator("svg text").AllTextContentsAsync();

    private async Task<OpenReport> OpenAsync() => await OpenReport.OpenAsync(chromium, await CompleteReport.HtmlAsync(SyntheticPage.Bulk));
}
