using Microsoft.Playwright;

namespace EventSourcingBench.Reporting.Tests;

public sealed class MicrobenchmarkPageTests(Chromium chromium)
{
    [Fact]
    public async Task Fitted_lines_are_dotted_and_go_with_their_store()
    {
        await using var report = await OpenReport.OpenAsync(chromium, await CompleteReport.HtmlAsync());
        var figure = await report.DrawAsync("micro-loadstream-time");
        var dotted = figure.Locator("svg path[stroke-dasharray]");
        (await dotted.CountAsync()).ShouldBe(3);
        var logarithmic = await figure.Locator("svg text").AllTextContentsAsync();
        logarithmic.ShouldContain("50,000", "the axis ends where the points end, not at the next power of ten");
        logarithmic.ShouldNotContain("30,000");

        await figure.Locator(".legend button", new LocatorLocatorOptions { HasText = "postgres" }).ClickAsync();
        (await dotted.CountAsync()).ShouldBe(2);

        await figure.Locator(".choice").GetByText("Linear").ClickAsync();
        (await figure.Locator("svg text").AllTextContentsAsync()).ShouldContain("30,000");
        report.Faults.ShouldBeEmpty();
    }

    [Fact]
    public async Task A_heat_map_has_its_number_in_every_cell_and_follows_the_choice()
    {
        await using var report = await OpenReport.OpenAsync(chromium, await CompleteReport.HtmlAsync());
        var figure = await report.DrawAsync("micro-loadstream-heat");
        (await figure.Locator(".legend").CountAsync()).ShouldBe(0);
        var texts = await figure.Locator("svg text").AllTextContentsAsync();
        // Thirty cells, the labels and names of both axes.
        texts.Count.ShouldBe(30 + 10 + 3 + 2);

        await figure.Locator(".choice").GetByText("postgres").ClickAsync();

        (await figure.Locator("svg text").AllTextContentsAsync()).ShouldNotBe(texts);
        await figure.Locator(".plot").HoverAsync();
        await figure.Locator(".plot").GetByText("Strings in an event: 20").WaitForAsync();
        report.Faults.ShouldBeEmpty();
    }

    [Fact]
    public async Task A_report_of_microbenchmarks_alone_names_nothing_that_is_not_there()
    {
        await using var report = await OpenReport.OpenAsync(chromium,
            await HtmlReport.RenderAsync(ReportBuilder.Build([], null, [SyntheticBenchmarks.Complete()])));
        var page = report.Page;
        (await page.Locator("h1").InnerTextAsync()).ShouldBe("Microbenchmarks of event stores");
        (await page.Locator("#answer .headline").InnerTextAsync()).ShouldStartWith(
            "Loading a stream, an event of 50 strings costs memory ");
        (await page.EvaluateAsync<string[]>(
            "() => [...document.querySelectorAll('nav a')].map(a => a.getAttribute('href'))"
                + ".filter(h => !document.getElementById(h.slice(1)))"))
            .ShouldBeEmpty();
        (await page.Locator("nav a").AllInnerTextsAsync()).ShouldBe(["Answer", "Microbenchmarks", "Repeat it", "Environment", "Method"]);
        (await page.Locator("#environment table").CountAsync()).ShouldBe(1);
        report.Faults.ShouldBeEmpty();
    }
}
