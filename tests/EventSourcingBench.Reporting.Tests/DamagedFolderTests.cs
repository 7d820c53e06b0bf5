namespace EventSourcingBench.Reporting.Tests;

/// <summary>Results folders in which one value is damaged, each in turn, or one file is cut off: they are drawn all the same, or the error
/// names the file and the place in it.</summary>
public sealed class DamagedFolderTests : TempFolderTest
{
    private static readonly string?[] Damages =
    [
        null, "null", "true", "-1", "9223372036854775807", "1e300", "\"x\"", "\"a=1&a=1\"", "\"10675199.00:00:00\"", "\"HALF\"",
        "[]", "[null]", "{}", "{\"x\":null}",
    ];

    private string? _drawn;

    [Nightly]
    [Fact]
    public async Task A_load_run_with_a_damaged_value_is_drawn_or_refused_with_the_place()
    {
        var seen = new HashSet<string>(StringComparer.Ordinal);
        foreach (var run in Runs())
        {
            Array.ForEach(Files(), File.Delete);
            var workloads = run.Run.Workloads.Where(w => w.Key == run.Steps[0].Suite).ToDictionary(StringComparer.Ordinal);
            run.With(r => r with { Workloads = workloads }).WriteTo(Temp.Path);
            await DamageAllAsync(seen);
        }
    }

    [Fact]
    public async Task Microbenchmarks_with_a_damaged_value_are_drawn_or_refused_with_the_place()
    {
        foreach (var file in Directory.GetFiles(Path.Combine(AppContext.BaseDirectory, "Benchmarks", "Sample")))
            File.Copy(file, Temp.At(Path.GetFileName(file)));

        await DamageAllAsync(new HashSet<string>(StringComparer.Ordinal));
    }

    [Fact]
    public void A_list_that_is_null_is_refused_with_the_place() => Should.Throw<JsonException>(
        () => JsonSerializer.Deserialize<ReportChoices>("""{"choices": null}""", RunJson.Indented)).Path.ShouldBe("$.choices");

    [Fact]
    public void A_file_that_is_cut_off_is_refused_with_the_place()
    {
        new SyntheticRun { Trials = 1 }.Add("append", "postgres", 8).Build().WriteTo(Temp.Path);
        foreach (var file in Files())
        {
            var whole = File.ReadAllBytes(file);
            for (var length = 0; length < whole.Length; length += 1 + (whole.Length / 40))
            {
                File.WriteAllBytes(file, whole[..length]);
                Should.Throw<FormatException>(() => ReportSources.Read([Temp.Path])).Message
                    .ShouldMatch($"{Path.GetFileName(file)}.* line [0-9]+");
            }

            File.WriteAllBytes(file, whole);
        }
    }

    private async Task DamageAllAsync(HashSet<string> seen)
    {
        await DrawAsync(withPage: true);
        var defects = new List<string>();
        var drawn = 0;
        foreach (var file in Files())
        {
            var whole = File.ReadAllText(file);
            // The files of a kind have the same members.
            var kind = Path.GetFileName(file) is "run.json" or "environment.json" ? file : "";
            foreach (var place in PlacesIn(JsonNode.Parse(whole)!).Where(p => seen.Add($"{kind} {string.Join('/', OnceInReports(p))}")))
            {
                // Each place without its value, and with one of the others in turn: all of them at every place take a minute.
                var damages = new[] { null, Damages[1 + (seen.Count % (Damages.Length - 1))] };
                foreach (var damage in place.Contains("report") ? damages.Skip(seen.Count % 2).Take(1) : damages)
                {
                    File.WriteAllText(file, Damaged(whole, place, damage));
                    try
                    {
                        await DrawAsync(withPage: damage is null && !place.Contains("report"));
                        drawn++;
                    }
                    catch (Exception e)
                    {
                        if (e is not FormatException || !e.Message.Contains(file) || !NamesPlace(e.Message, place))
                            defects.Add($"{Path.GetFileName(file)} {string.Join('/', place)} = {damage ?? "removed"}: {e}");
                    }
                }
            }

            File.WriteAllText(file, whole);
        }

        defects.ShouldBeEmpty();
        drawn.ShouldBeGreaterThan(0);
    }

    // The data of the reports have hundreds of places: those with one name stand for all.
    private static IEnumerable<object> OnceInReports(IReadOnlyList<object> place) =>
        place.Contains("report") ? place.OfType<string>().TakeLast(1).Prepend("report") : place;

    // The member itself, or the one that it is in; of the data of a report whatever is missing for want of it.
    private static bool NamesPlace(string message, IReadOnlyList<object> place) =>
        (place.Contains("report") && message.Contains(".report", StringComparison.Ordinal)) || place.OfType<string>()
            .TakeLast(2).Any(n => message.Contains(n, StringComparison.Ordinal));

    private string[] Files() => Directory.GetFiles(Temp.Path, "*.json", SearchOption.AllDirectories);

    // The page takes most of the time: it is drawn where a part of it may be missing. Most values of a benchmark are not read: without
    // one of them the report is that which was drawn before.
    private async Task DrawAsync(bool withPage)
    {
        var sources = ReportSources.Read([Temp.Path]);
        var read = JsonSerializer.Serialize(sources.Benchmarks);
        if (sources.Benchmarks.Count > 0 && read == _drawn)
            return;

        _drawn ??= read;
        var model = ReportBuilder.Build(sources.Runs, null, sources.Benchmarks);
        if (withPage)
            await HtmlReport.RenderAsync(model);

        MarkdownReport.Render(model);
        CsvReport.Render(sources.Runs, sources.Benchmarks);
        CsvReport.PartFiles(sources.Runs).ShouldAllBe(f => f.Text.Length > 0);
    }

    // Each kind of place once: of an array the first item stands for all.
    private static IEnumerable<IReadOnlyList<object>> PlacesIn(JsonNode node)
    {
        IEnumerable<(object Key, JsonNode? Value)> members = node switch
        {
            JsonObject o => o.Select(m => ((object)m.Key, m.Value)),
            JsonArray { Count: > 0 } a => [(0, a[0])],
            _ => [],
        };
        return members.SelectMany(m => (m.Value is null ? [] : PlacesIn(m.Value))
            .Select(p => (IReadOnlyList<object>)[m.Key, .. p]).Prepend([m.Key]));
    }

    private static string Damaged(string json, IReadOnlyList<object> place, string? damage)
    {
        var root = JsonNode.Parse(json)!;
        var parent = place.SkipLast(1).Aggregate(root, (n, key) => key is string name ? n[name]! : n[(int)key]!);
        Action change = (parent, place[^1], damage) switch
        {
            (JsonObject o, string name, null) => () => o.Remove(name),
            (JsonObject o, string name, _) => () => o[name] = JsonNode.Parse(damage!),
            (JsonArray a, int index, null) => () => a.RemoveAt(index),
            var (a, index, _) => () => a[(int)index] = JsonNode.Parse(damage!),
        };
        change();

        // Half of a surrogate pair is JSON and no text.
        return root.ToJsonString().Replace("HALF", "\\ud800", StringComparison.Ordinal);
    }

    /// <summary>A run of one step of each suite, with everything that a record may hold.</summary>
    private static RunFolder[] Runs()
    {
        var search = SyntheticReservations.Search(500);
        return
        [
            Load("append", "postgres", 8), Load("projection", "sqlite", 4, verdict: SyntheticRun.Lost),
            Load("enrolment", "sqlite", 4).Each(s => s with
            {
                Details = Detail.Of(new EnrolmentRecord(Operations: 10, Joinings: 5, Events: 15, Refused: 1, Retries: 2)),
            }),
            Load("reservation", "sqlite (optimistic, concurrent)", null, 500).Each(s => s with
            {
                SloSearch = search with { Probes = [.. search.Probes.Select(p => p with { EngineReport = "1.html" })] },
                Details = Detail.Of(SyntheticReservations.Record("optimistic", "concurrent", 1) with
                {
                    NodePeakBytes = [150 << 20],
                    NodeDeath = new(TimeSpan.FromSeconds(1), "node 2 was killed", TimeSpan.FromSeconds(2)),
                }),
            }),
            new SyntheticIngest { Trials = 2 }.Add("postgres-replicated (3 nodes)").Build(),
            new SyntheticGrowth { Samples = 6 }.Add("postgres", x => 0.3 + (0.06 * Math.Log(x)), 180L << 20).Build(),
        ];

        static RunFolder Load(string suite, string store, int? copies, double? rate = null, VerdictRecord? verdict = null) =>
            new SyntheticRun { Trials = 1 }.Add(suite, store, copies, rate, verdict: verdict).Build();
    }

    private sealed record ReportChoices
    {
        public IReadOnlyList<ReportChoice> Choices { get; init; } = [];
    }
}
