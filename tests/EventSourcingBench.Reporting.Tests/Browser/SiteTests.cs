namespace EventSourcingBench.Reporting.Tests;

public sealed class SiteTests(Chromium chromium) : BrowserTests(chromium)
{
    private const int MostBytes = 3_000_000;

    private static readonly Lazy<Task<string>> Html = new(() => HtmlAsync([.. Enumerable.Range(0, 50).Select(SyntheticPublished.Of)]));

    [Fact]
    public async Task Fifty_runs_are_one_small_page_that_is_readable_and_labelled() => await LookAsync(await Html.Value, async page =>
    {
        Encoding.UTF8.GetByteCount(await Html.Value).ShouldBeLessThan(MostBytes);
        await page.ShouldBeReadableAsync("#matrix");
        (await page.Locator("select, button").EvaluateAllAsync<string[]>(
            "all => all.filter(e => !e.labels?.length && !e.innerText.trim()).map(e => e.outerHTML)")).ShouldBeEmpty();
        (await page.Locator("tbody tr:not(.tier-row) td button[data-cell]").CountAsync()).ShouldBeGreaterThan(8 * 6);
        (await page.Locator("#matrix .failed b").First.InnerTextAsync()).ShouldStartWith("FAILED");
        (await page.Locator("#unavailable li").InnerTextAsync()).ShouldContain("marten");
        await page.SetViewportSizeAsync(360, 780);
        await page.WaitForFunctionAsync("() => document.documentElement.scrollWidth <= innerWidth");
    });

    [Fact]
    public void Workloads_with_most_numbers_come_first()
    {
        var many = SyntheticPublished.Of(0);
        var suite = many.Suites[0];
        var few = many with
        {
            StartedAt = many.StartedAt.AddDays(1),
            Suites = [suite with { Name = "few", Cells = [suite.Cells[0]] }],
        };

        using var page = JsonDocument.Parse(Model(few, many).Json());

        page.RootElement.GetProperty("suites").EnumerateArray().Last().GetProperty("name").GetString().ShouldBe("few");
    }

    [Fact]
    public void Runs_whose_load_was_made_otherwise_are_other_workloads()
    {
        var run = SyntheticPublished.Of(0);
        using var page = JsonDocument.Parse(Model(run, run with { Command = run.Command + " --generators 2" }).Json());
        page.RootElement.GetProperty("suites").GetArrayLength().ShouldBe(2 * run.Suites.Count);
    }

    [Fact]
    public async Task Links_name_what_later_runs_leave_as_it_is()
    {
        var run = SyntheticPublished.Of(0);
        string[] before = [];
        await LookAsync(await HtmlAsync(run), async page => before = await LinksAsync(page));
        await LookAsync(await HtmlAsync(run, SyntheticPublished.Of(3) with { Via = "direct" }), async page =>
        {
            await page.Locator("[name=run]").SelectOptionAsync(run.Id);
            (await LinksAsync(page)).ShouldBe(before);
        });

        static Task<string[]> LinksAsync(IPage page) => page.Locator("[data-cell], [data-sort]")
            .EvaluateAllAsync<string[]>("all => all.map(e => e.dataset.cell ?? e.dataset.sort).sort()");
    }

    [Fact]
    public async Task Units_reasons_and_the_order_are_those_of_what_is_shown()
    {
        var (older, newer) = (SyntheticPublished.Of(0), SyntheticPublished.Of(3));
        older = older with { Unavailable = [new("marten", "It was slow", "Wait"), new("sqlite", "It was locked", "Unlock it")] };
        newer = newer with
        {
            Suites = [.. newer.Suites.Select(s => s.Name != "mixed" ? s : s with
            {
                Cells = [.. s.Cells.Select(c => c with { Values = [.. c.Values.Select(v => v with { Unit = "batches/s" })] })],
            })],
        };
        await LookAsync(await HtmlAsync(older, newer), async page =>
        {
            (await page.Locator("#unavailable li").InnerTextAsync()).ShouldContain("Marten is not on");
            (await page.Locator("#matrix caption").InnerTextAsync()).ShouldBe("Throughput");
            (await page.Locator("#matrix thead small").AllInnerTextsAsync()).ShouldContain("in batches/s, greater is better");
            await page.EvaluateAsync("() => { location.hash = 'suite=append&sort=nowhere'; }");
            await page.Locator("#matrix caption", new() { HasText = "/s, greater is better" }).WaitForAsync();
            (await page.Locator("#matrix [aria-sort]").InnerTextAsync()).ShouldBe("All columns");
            (await page.Locator("#matrix thead small").CountAsync()).ShouldBe(0);
        });
    }

    [Fact]
    public async Task One_value_of_several_trials_is_not_one_trial()
    {
        var run = SyntheticPublished.Of(0);
        var cells = run.Suites[0].Cells.Select(c => c with
        { Values = [.. c.Values.Select(v => v.Name == "Response p99" ? v with { Trials = [v.Median] } : v)] });
        await LookAsync(await HtmlAsync(run with { Suites = [run.Suites[0] with { Cells = [.. cells] }] }), async page =>
        {
            await page.Locator("[name=metric]").SelectOptionAsync("Response p99");
            (await page.Locator("[data-cell] small").First.InnerTextAsync()).ShouldBe("of all trials");
        });
    }

    [Fact]
    public async Task The_address_says_what_is_shown_and_keys_reach_every_number() => await LookAsync(await Html.Value, async page =>
    {
        await page.Locator("[name=machine]").SelectOptionAsync(new SelectOptionValue { Index = 1 });
        await page.Locator("[name=metric]").SelectOptionAsync("Response p99");
        await page.Locator("[name=suite]").SelectOptionAsync("projection");
        await page.Locator("[name=tier]").SelectOptionAsync("fsync");
        var rows = await page.Locator("#matrix tbody").InnerTextAsync();
        rows.ShouldNotContain("memory");

        await page.Locator("[data-cell]").First.FocusAsync();
        await page.Keyboard.PressAsync("ArrowDown");
        await page.Keyboard.PressAsync("ArrowRight");
        await page.Keyboard.PressAsync("Enter");
        var title = await page.Locator("#details-title").InnerTextAsync();
        title.ShouldEndWith("· projection · 2 copies");
        var address = page.Url;

        await page.GotoAsync("about:blank");
        await page.GotoAsync(address);
        (await page.Locator("#details-title").InnerTextAsync()).ShouldBe(title);
        (await page.Locator("dialog pre").InnerTextAsync()).ShouldContain("--seed 4711");
        (await page.Locator("dialog svg[role=img]").CountAsync()).ShouldBe(2);
        (await page.Locator("dialog .badge").InnerTextAsync()).ShouldBe("fsync");
        await page.Keyboard.PressAsync("Escape");
        (await page.Locator("#matrix tbody").InnerTextAsync()).ShouldBe(rows);

        // A dialog fires its close event in a later task.
        await page.WaitForFunctionAsync("() => !location.hash.includes('cell=')");

        // A text is a text.
        await page.EvaluateAsync("() => document.querySelector('[data-cell*=\"~sqlite~\"]').click()");
        (await page.Locator(".maintainers").InnerTextAsync()).ShouldBe("Write <b>one</b> batch.");
    });

    private static SiteModel Model(params IReadOnlyList<PublishedRun> runs) =>
        new(runs, new Dictionary<string, string>(StringComparer.Ordinal) { ["sqlite"] = "Write <b>one</b> batch." });

    private static Task<string> HtmlAsync(params IReadOnlyList<PublishedRun> runs) =>
        HtmlReport.RenderAsync<SitePage, SiteModel>(Model(runs));
}
