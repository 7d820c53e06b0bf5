namespace EventSourcingBench.Reporting.Tests;

public sealed class PageTests(Chromium chromium, ITestOutputHelper output) : BrowserTests(chromium)
{
    private const int MostBytes = 2_000_000;

    [Theory]
    [InlineData(SyntheticPage.Complete)]
    [InlineData(SyntheticPage.Bulk)]
    public Task A_page_is_readable_and_sound_and_without_a_network_every_chart_and_choice_is_drawn_and_fits_a_narrow_screen(
        SyntheticPage page) => LookAsync(page, async report =>
    {
        var bytes = Encoding.UTF8.GetByteCount(await HtmlAsync(page));
        var loaded = await report.EvaluateAsync<double>("() => performance.getEntriesByType('navigation')[0].loadEventEnd");
        output.WriteLine(string.Create(CultureInfo.InvariantCulture, $"{bytes} bytes, loaded after {loaded} ms"));
        bytes.ShouldBeLessThan(MostBytes);
        await report.ShouldBeReadableAsync("#answer");
        (await report.EvaluateAsync<string[]>("() => tests.incompleteCharts()")).ShouldBeEmpty();
        (await report.EvaluateAsync<string[]>("() => tests.unsoundDocument()")).ShouldBeEmpty();
        await report.DrawAllAsync();
        var lines = await report.EvaluateAsync<int[]>(
            "() => [...document.querySelectorAll('figure')].map(f => f.querySelectorAll('.plot svg path').length)");
        lines.Length.ShouldBe(Charts(page));
        lines.ShouldAllBe(l => l > 0);
        var found = await report.EvaluateAsync<string[]>("() => tests.chooseEverything()");
        int.Parse(found[0], CultureInfo.InvariantCulture).ShouldBeGreaterThan(100);
        found.Skip(1).ShouldBeEmpty();
        // A narrow screen does not scroll sideways. Charts get their new width a moment later.
        await report.SetViewportSizeAsync(360, 780);
        await report.WaitForFunctionAsync("() => document.documentElement.scrollWidth <= innerWidth");
    });

    // One page for what leaves the rest of it as it was: loading it takes most of the time.
    [Fact]
    public Task Choices_tables_and_stores_change_what_is_shown_and_printed() => LookAsync(SyntheticPage.Complete, async report =>
    {
        (await (await report.DrawAsync("append-open-throughput")).TextsAsync()).ShouldContain("499", "one value is a bar with its number");

        var latency = await report.DrawAsync("append-latency");
        var before = await latency.Locator("svg").InnerHTMLAsync();
        await latency.Locator("input:checked").First.FocusAsync();
        await report.Keyboard.PressAsync("ArrowRight");
        (await latency.Locator("svg").InnerHTMLAsync()).ShouldNotBe(before);
        (await latency.Locator("input:checked").First.GetAttributeAsync("value")).ShouldBe("4", "p99.9 is left out: too few values");

        var timeline = report.Figure("append-timeline");
        await timeline.Locator("summary").ClickAsync();
        (await timeline.Locator(".seconds tbody tr").CountAsync()).ShouldBe(6);
        (await timeline.Locator(".scroll table").IsVisibleAsync()).ShouldBeTrue();
        await timeline.Locator("select").First.SelectOptionAsync(new SelectOptionValue { Label = "Memory, API" });
        (await timeline.Locator(".seconds caption").InnerTextAsync()).ShouldStartWith("Memory of the API (MiB)");

        var heat = await report.DrawAsync("micro-loadstream-heat");
        (await heat.Locator(".legend").CountAsync()).ShouldBe(0);
        var texts = await heat.TextsAsync();
        // Thirty cells, the labels and names of both axes.
        texts.Count.ShouldBe(30 + 10 + 3 + 2);
        await heat.Locator(".choice").GetByText("postgres").ClickAsync();
        (await heat.TextsAsync()).ShouldNotBe(texts);
        await heat.Locator(".plot").HoverAsync();
        await heat.Locator(".plot").GetByText("Strings in an event: 20").WaitForAsync();

        // Fitted lines are dotted and go with their store.
        var fitted = await report.DrawAsync("micro-loadstream-time");
        var dotted = fitted.Locator("svg path[stroke-dasharray]");
        (await dotted.CountAsync()).ShouldBe(3);
        var logarithmic = await fitted.TextsAsync();
        logarithmic.ShouldContain("50,000", "the axis ends where the points end, not at the next power of ten");
        logarithmic.ShouldNotContain("30,000");
        await SwitchAsync(fitted, "postgres");
        (await dotted.CountAsync()).ShouldBe(2);
        await fitted.Locator(".choice").GetByText("Linear").ClickAsync();
        (await fitted.TextsAsync()).ShouldContain("30,000");
        await SwitchAsync(fitted, "postgres");

        // A store that is switched off leaves all charts.
        var other = await report.DrawAsync("projection-throughput");
        var lines = await other.Locator(".plot svg path").CountAsync();
        await SwitchAsync(report.Figure("append-throughput"), "memory");
        (await other.Locator(".plot svg path").CountAsync()).ShouldBeLessThan(lines);
        (await other.Locator(".legend button[aria-pressed=false]").InnerTextAsync()).ShouldBe("memory");

        await SwitchAsync(report.Figure("append-throughput"), "memory");
        await ShouldBePrintedInLightColoursAsync(report, SyntheticPage.Complete, "append-throughput");
    });

    [Fact]
    public Task Boxes_tell_their_five_numbers_deaths_are_marked_extrapolations_are_hollow_and_all_is_printed() => LookAsync(
        SyntheticPage.Bulk,
        async report =>
        {
            var boxes = await report.DrawAsync("ingest-boxes");
            (await boxes.Locator("svg path[stroke='#1f5fbf']").CountAsync()).ShouldBeGreaterThanOrEqualTo(6);
            await boxes.HoverMiddleAsync();
            await boxes.Locator(".plot").GetByText("Buffer: 1 MiB blocking").WaitForAsync();
            (await boxes.Locator(".plot > div").Last.InnerTextAsync())
                .ShouldMatch(@"filelog\s+[\d,]+ \([\d,]+ \| [\d,]+–[\d,]+ \| [\d,]+\)");
            (await (await report.DrawAsync("ingest-death")).TextsAsync()).ShouldContain("a node killed: 2.4 s without an acknowledgement");

            var growth = await report.DrawAsync("growth-append");
            (await growth.TextsAsync()).ShouldNotContain("1,000,000,000");
            await growth.Locator("[data-selector='1'] input:checked").FocusAsync();
            await report.Keyboard.PressAsync("ArrowRight");
            (await growth.TextsAsync()).ShouldContain("1,000,000,000");
            await ShouldBePrintedInLightColoursAsync(report, SyntheticPage.Bulk, "ingest-count");
            await AttachedAsync(growth, "svg path[fill='#1b1f25']");
        });

    [Fact]
    public async Task Without_the_chart_library_the_tables_are_open_and_say_why()
    {
        var html = await HtmlAsync(SyntheticPage.Complete);
        await LookAsync(PageAssets.Charts is { } charts ? html.Replace(charts, "", StringComparison.Ordinal) : html, async report =>
        {
            (await report.Locator("figure details[open]").CountAsync()).ShouldBe(Charts(SyntheticPage.Complete));
            (await report.Locator("figure .empty").First.InnerTextAsync())
                .ShouldBe("The chart library could not be loaded. The table has the same numbers.");
            await report.EvaluateAsync("() => dispatchEvent(new Event('beforeprint'))");
            (await report.Locator("details:not([open])").CountAsync()).ShouldBe(0);
        });
    }

    [Fact]
    public async Task Hostile_names_are_shown_and_run_nothing()
    {
        const string Hostile = "<img src=x onerror=alert(1)></script>'\"";
        await LookAsync(
            async report =>
            {
                await report.DrawAllAsync();
                await report.Figure("append-throughput").HoverMiddleAsync();
                await report.Figure("append-throughput").Locator(".plot").GetByText(Hostile).WaitForAsync();
                (await report.Locator("img").CountAsync()).ShouldBe(0);
            },
            new SyntheticRun { Stores = [Hostile], Warnings = [Hostile] }.Add("append", Hostile, 1).Add("append", Hostile, 2).Build());

        // Those of a heat map, which are counts in every other page.
        var html = new[] { "\"1,000\"", "\"2,000\"" }
            .Aggregate(await HtmlAsync(SyntheticPage.Complete), (page, count) => page.Replace(count, "\"\\u003Cimg src=x\\u003E\""));
        await LookAsync(html, async report =>
        {
            var heat = await report.DrawAsync("micro-loadstream-heat");
            await heat.Locator(".plot").HoverAsync();
            await heat.Locator(".plot").GetByText("Events in the stream: <img").WaitForAsync();
            (await report.Locator("img").CountAsync()).ShouldBe(0);
        });
    }

    [Fact]
    public Task A_ninth_store_differs_from_the_first_zero_is_zero_and_hidden_lines_come_back()
    {
        string[] stores = ["s1", "s2", "s3", "s4", "s5", "s6", "s7", "s8", "s9"];
        var run = new SyntheticRun { Stores = stores };
        foreach (var (store, copies) in stores.SelectMany(s => new[] { (s, 1), (s, 2) }))
            run.Add("append", store, copies, throughput: store == "s9" ? 0 : 100);

        return LookAsync(
            async report =>
            {
                var figure = await report.DrawAsync("append-throughput");
                (await figure.Locator("path[stroke='#1f5fbf'][stroke-dasharray]").CountAsync()).ShouldBe(1);
                (await figure.EvaluateAsync<int>(
                    "f => new Set([...f.querySelectorAll(\"path[fill='#1f5fbf']\")].map(p => p.getAttribute('d'))).size")).ShouldBe(2);
                (await figure.EvaluateAsync<int>("f => new Set([...f.querySelectorAll('.legend button')]"
                    + ".map(b => getComputedStyle(b, '::before').background)).size")).ShouldBe(stores.Length);
                await figure.Locator(".choice").GetByText("Logarithmic").ClickAsync();
                await figure.HoverMiddleAsync();
                (await figure.Locator(".plot > div").Last.InnerTextAsync()).ShouldMatch(@"s9\s+0(\s|$)");

                foreach (var store in stores)
                    await SwitchAsync(figure, store);

                var last = report.Locator("figure").Last;
                await report.DrawAsync((await last.GetAttributeAsync("data-chart"))!);
                (await last.Locator(".empty").IsVisibleAsync()).ShouldBeTrue();
                await SwitchAsync(figure, "s1");
                await AttachedAsync(last, ".plot svg path");
            },
            run.Build());
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public Task A_run_without_steps_draws_an_honest_page(bool interrupted) => LookAsync(
        async report =>
        {
            (await report.Locator("#answer").InnerTextAsync()).ShouldContain("Nothing was measured");
            (await report.Locator(".flags li", new() { HasText = "Interrupted" }).CountAsync()).ShouldBe(interrupted ? 1 : 0);
            (await report.Locator("figure").CountAsync()).ShouldBe(0);
            (await report.Locator("#environment table").CountAsync()).ShouldBe(1);
        },
        new SyntheticRun { Interrupted = interrupted }.Build());

    [Fact]
    public Task Two_runs_are_side_by_side() => LookAsync(
        async report =>
        {
            await report.DrawAllAsync();
            var row = report.Locator("#comparison tbody tr").First;
            (await row.Locator("th").InnerTextAsync()).ShouldBe("memory");
            (await row.Locator("td").Nth(3).InnerTextAsync()).ShouldStartWith("2.00 (");
            (await report.Locator("#comparison table").CountAsync()).ShouldBe(2);
            (await report.Figure("append-throughput").Locator(".legend button").AllInnerTextsAsync())
                .ShouldBe(["memory · A", "postgres · A", "sqlite · A", "memory · B", "postgres · B", "sqlite · B"]);
        },
        new SyntheticRun().Complete(), new SyntheticRun { Id = "later", Speed = 2 }.Complete());

    [Fact]
    public async Task A_report_of_microbenchmarks_alone_names_nothing_that_is_not_there() => await LookAsync(
        await HtmlReport.RenderAsync(ReportBuilder.Build([], null, [SyntheticBenchmarks.Complete()])), async report =>
        {
            (await report.Locator("h1").InnerTextAsync()).ShouldBe("Microbenchmarks of event stores");
            (await report.Locator("#answer .headline").InnerTextAsync()).ShouldStartWith(
                "Loading a stream, an event of 50 strings costs memory ");
            (await report.EvaluateAsync<string[]>("() => [...document.querySelectorAll('nav a')].map(a => a.getAttribute('href'))"
                + ".filter(h => !document.getElementById(h.slice(1)))")).ShouldBeEmpty();
            (await report.Locator("nav a").AllInnerTextsAsync())
                .ShouldBe(["Answer", "Microbenchmarks", "Repeat it", "Environment", "Method"]);
            (await report.Locator("#environment table").CountAsync()).ShouldBe(1);
        });

    [Fact]
    public async Task An_answer_names_its_folder_where_another_has_none()
    {
        var failed = SyntheticBenchmarks.Record("LoadStream", "Load", "sqlite", 10, 50) with { Nanoseconds = [] };
        var model = ReportBuilder.Build([], null, [SyntheticBenchmarks.Folder(failed), SyntheticBenchmarks.Loads("sqlite", 60_000, 2_500)]);
        (await HtmlReport.RenderAsync(model)).ShouldMatch($@"headline"">\s*<span class=""run"">{model.Microbenchmarks!.Runs[1].Title}<");
    }

    /// <summary>Charts follow the colour scheme, which is dark afterwards; printing draws all of them in light colours and opens all
    /// tables.</summary>
    private static async Task ShouldBePrintedInLightColoursAsync(IPage report, SyntheticPage page, string chart)
    {
        var figure = await report.DrawAsync(chart);
        await AttachedAsync(figure, "svg path[stroke='#1f5fbf']");
        await report.EmulateMediaAsync(new PageEmulateMediaOptions { ColorScheme = ColorScheme.Dark });
        await AttachedAsync(figure, "svg path[stroke='#79aefc']");
        var open = await report.Locator("details[open]").CountAsync();
        await report.EvaluateAsync("() => dispatchEvent(new Event('beforeprint'))");
        (await report.Locator(".plot svg").CountAsync()).ShouldBe(Charts(page));
        (await report.Locator("details:not([open])").CountAsync()).ShouldBe(0);
        (await figure.Locator("svg").InnerHTMLAsync()).ShouldContain("#1f5fbf", Case.Insensitive);
        await report.EvaluateAsync("() => dispatchEvent(new Event('afterprint'))");
        (await report.Locator("details[open]").CountAsync()).ShouldBe(open);
    }

    private static Task SwitchAsync(ILocator figure, string store) =>
        figure.Locator(".legend button", new() { HasText = store }).ClickAsync();

    private static Task AttachedAsync(ILocator figure, string path) =>
        figure.Locator(path).First.WaitForAsync(new LocatorWaitForOptions { State = WaitForSelectorState.Attached });
}

/// <summary>Looks at the report of a run that was made outside of the tests: <c>.ci/run</c> gives that of its smoke run.</summary>
public sealed class GivenReportTests(Chromium chromium) : BrowserTests(chromium)
{
    private const string Variable = "EVENTSOURCINGBENCH_REPORT";

    [Fact]
    public async Task It_opens_and_draws_its_charts()
    {
        var path = Environment.GetEnvironmentVariable(Variable);
        Assert.SkipWhen(string.IsNullOrEmpty(path), $"{Variable} names no report.html.");
        await LookAsync(await File.ReadAllTextAsync(path!, Cancel), async report =>
        {
            await report.DrawAllAsync();
            (await report.Figure("append-throughput").Locator("svg").CountAsync()).ShouldBe(1);
            (await report.Figure("projection-throughput").Locator("svg").CountAsync()).ShouldBe(1);
        });
    }
}
