using Microsoft.Playwright;

namespace EventSourcingBench.Reporting.Tests;

public sealed class PageTests(Chromium chromium, ITestOutputHelper output)
{
    private const long MostBytes = 2_000_000;

    // A click and a change as the reader makes them; in the page, because a call for each of two hundred options takes longer
    // than drawing it.
    private const string ChooseEverything =
        """
        () => {
          const wrong = [];
          let options = 0;
          const check = (element, what) => {
            options++;
            const figure = element.closest('figure');
            if (figure.querySelectorAll('.plot:not([hidden]) svg, .empty:not([hidden])').length !== 1)
        """
        + """
         { wrong.push(`${figure.dataset.chart}: ${what}`); }
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
        }
        """;

    [Theory]
    [InlineData(SyntheticPage.Complete)]
    [InlineData(SyntheticPage.Bulk)]
    public async Task Without_a_network_every_chart_is_drawn_and_every_choice_draws_something_or_says_that_there_is_nothing(
        SyntheticPage page)
    {
        await using var report = await OpenReport.OpenAsync(chromium, await CompleteReport.HtmlAsync(page));
        var loaded = await report.Page.EvaluateAsync<double>("() => performance.getEntriesByType('navigation')[0].loadEventEnd");
        output.WriteLine(string.Create(CultureInfo.InvariantCulture, $"{report.Bytes} bytes, loaded after {loaded} ms"));
        report.Bytes.ShouldBeLessThan(MostBytes);
        await report.DrawAllAsync();
        var lines = await report.Page.EvaluateAsync<int[]>(
            "() => [...document.querySelectorAll('figure[data-chart]')].map(f => f.querySelectorAll('.plot svg path').length)");
        lines.Length.ShouldBe(CompleteReport.Charts(page));
        lines.ShouldAllBe(l => l > 0);

        var found = await report.Page.EvaluateAsync<string[]>(ChooseEverything);
        int.Parse(found[0], CultureInfo.InvariantCulture).ShouldBeGreaterThan(100);
        found.Skip(1).ShouldBeEmpty();
        report.Faults.ShouldBeEmpty();
    }

    [Fact]
    public async Task A_percentile_that_is_chosen_by_keyboard_changes_the_chart()
    {
        await using var report = await OpenReport.OpenAsync(chromium, await CompleteReport.HtmlAsync());
        var figure = await report.DrawAsync("append-latency");
        var before = await figure.Locator("svg").InnerHTMLAsync();

        await figure.Locator("input:checked").First.FocusAsync();
        await report.Page.Keyboard.PressAsync("ArrowRight");

        (await figure.Locator("svg").InnerHTMLAsync()).ShouldNotBe(before);
        (await figure.Locator("input:checked").First.GetAttributeAsync("value")).ShouldBe("4");
    }

    [Fact]
    public async Task A_store_that_is_switched_off_leaves_all_charts()
    {
        await using var report = await OpenReport.OpenAsync(chromium, await CompleteReport.HtmlAsync());
        var other = await report.DrawAsync("projection-throughput");
        var before = await LinesAsync(other);

        await report.Page.Locator("figure[data-chart=append-throughput] .legend button",
            new PageLocatorOptions { HasText = "memory" }).ClickAsync();

        (await LinesAsync(other)).ShouldBeLessThan(before);
        (await other.Locator(".legend button[aria-pressed=false]").InnerTextAsync()).ShouldBe("memory");
    }

    [Fact]
    public async Task Tables_open_and_the_timeline_lists_the_seconds_of_the_choice()
    {
        await using var report = await OpenReport.OpenAsync(chromium, await CompleteReport.HtmlAsync());
        var figure = report.Page.Locator("figure[data-chart=append-timeline]");
        await figure.Locator("summary").ClickAsync();
        (await figure.Locator(".seconds tbody tr").CountAsync()).ShouldBe(6);
        (await figure.Locator(".scroll table").IsVisibleAsync()).ShouldBeTrue();
        await figure.Locator("select").First.SelectOptionAsync(new SelectOptionValue { Label = "Memory, API" });
        (await figure.Locator(".seconds caption").InnerTextAsync()).ShouldStartWith("Memory of the API (MiB)");
    }

    [Fact]
    public async Task Charts_follow_the_colour_scheme()
    {
        await using var report = await OpenReport.OpenAsync(chromium, await CompleteReport.HtmlAsync(),
            new BrowserNewContextOptions { ColorScheme = ColorScheme.Dark });
        var svg = (await report.DrawAsync("append-throughput")).Locator("svg");
        var dark = await svg.InnerHTMLAsync();
        dark.ShouldContain("#79aefc", Case.Insensitive);

        await report.Page.EmulateMediaAsync(new PageEmulateMediaOptions { ColorScheme = ColorScheme.Light });

        await report.Page.Locator("figure[data-chart=append-throughput] svg path[stroke='#1f5fbf']").First
            .WaitForAsync(new LocatorWaitForOptions { State = WaitForSelectorState.Attached });
        report.Faults.ShouldBeEmpty();
    }

    [Theory]
    [InlineData(SyntheticPage.Complete, "append-throughput")]
    [InlineData(SyntheticPage.Bulk, "ingest-count")]
    public async Task Printing_draws_all_charts_in_light_colours_and_opens_all_tables(SyntheticPage page, string chart)
    {
        await using var report = await OpenReport.OpenAsync(chromium, await CompleteReport.HtmlAsync(page),
            new BrowserNewContextOptions { ColorScheme = ColorScheme.Dark });
        var open = await report.Page.Locator("details[open]").CountAsync();
        await report.Page.EvaluateAsync("() => dispatchEvent(new Event('beforeprint'))");
        (await report.Page.Locator(".plot svg").CountAsync()).ShouldBe(CompleteReport.Charts(page));
        (await report.Page.Locator("details:not([open])").CountAsync()).ShouldBe(0);
        (await report.Page.Locator($"figure[data-chart={chart}] svg").InnerHTMLAsync()).ShouldContain("#1f5fbf", Case.Insensitive);
        await report.Page.EvaluateAsync("() => dispatchEvent(new Event('afterprint'))");
        (await report.Page.Locator("details[open]").CountAsync()).ShouldBe(open);
        report.Faults.ShouldBeEmpty();
    }

    [Fact]
    public async Task Without_the_chart_library_the_tables_are_open_and_say_why()
    {
        await using var report = await OpenReport.OpenAsync(chromium, WithoutCharts(await CompleteReport.HtmlAsync()));
        (await report.Page.Locator("figure details[open]").CountAsync()).ShouldBe(CompleteReport.Charts(SyntheticPage.Complete));
        (await report.Page.Locator("figure .empty").First.InnerTextAsync())
            .ShouldBe("The chart library could not be loaded. The table has the same numbers.");
        report.Faults.ShouldBeEmpty();
    }

    [Fact]
    public async Task Hostile_names_are_shown_and_run_nothing()
    {
        const string Hostile = "<img src=x onerror=alert(1)></script>'\"";
        var run = new SyntheticRun { Stores = [Hostile], Warnings = [Hostile] }.Add("append", Hostile, 1, null)
            .Add("append", Hostile, 2, null).Build();
        await using var report = await OpenReport.OpenAsync(chromium, [run]);
        await report.DrawAllAsync();
        var figure = report.Page.Locator("figure[data-chart=append-throughput]");
        await OpenReport.HoverMiddleAsync(figure);
        await figure.Locator(".plot").GetByText(Hostile).WaitForAsync();
        (await report.Page.Locator("img").CountAsync()).ShouldBe(0);
        report.Faults.ShouldBeEmpty();
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_run_without_steps_draws_an_honest_page(bool interrupted)
    {
        await using var report = await OpenReport.OpenAsync(chromium, [new SyntheticRun { Interrupted = interrupted }.Build()]);
        (await report.Page.Locator("#answer").InnerTextAsync()).ShouldContain("Nothing was measured");
        (await report.Page.Locator(".flags li", new PageLocatorOptions { HasText = "Interrupted" }).CountAsync())
            .ShouldBe(interrupted ? 1 : 0);
        (await report.Page.Locator("figure").CountAsync()).ShouldBe(0);
        (await report.Page.Locator("#environment table").CountAsync()).ShouldBe(1);
        report.Faults.ShouldBeEmpty();
    }

    [Fact]
    public async Task One_value_on_the_axis_is_a_bar_with_its_number()
    {
        await using var report = await OpenReport.OpenAsync(chromium, await CompleteReport.HtmlAsync());
        var figure = await report.DrawAsync("append-open-throughput");
        (await figure.Locator("svg text").AllTextContentsAsync()).ShouldContain("499");
        report.Faults.ShouldBeEmpty();
    }

    [Fact]
    public async Task Two_runs_are_side_by_side()
    {
        await using var report = await OpenReport.OpenAsync(chromium,
            [new SyntheticRun().Complete(), new SyntheticRun { Id = "later", Speed = 2 }.Complete()]);
        await report.DrawAllAsync();
        var row = report.Page.Locator("#comparison tbody tr").First;
        (await row.Locator("th").InnerTextAsync()).ShouldBe("memory");
        (await row.Locator("td").Nth(3).InnerTextAsync()).ShouldStartWith("2.00 (");
        (await report.Page.Locator("#comparison table").CountAsync()).ShouldBe(2);
        (await report.Page.Locator("figure[data-chart=append-throughput] .legend button").AllInnerTextsAsync())
            .ShouldBe(["memory · A", "postgres · A", "sqlite · A", "memory · B", "postgres · B", "sqlite · B"]);
        report.Faults.ShouldBeEmpty();
    }

    private static string WithoutCharts(string html)
    {
        var start = html.IndexOf("<script>/*! Apache ECharts", StringComparison.Ordinal);
        return start < 0 ? html : html.Remove(start, html.IndexOf("</script>", start, StringComparison.Ordinal)
            + "</script>".Length - start);
    }

    private static Task<int> LinesAsync(ILocator figure) => figure.Locator(".plot svg path").CountAsync();
}
