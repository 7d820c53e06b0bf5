namespace EventSourcingBench.Reporting.Tests;

public sealed class IngestCsvTests
{
    [Fact]
    public void Each_trial_is_a_row_with_the_published_columns_first()
    {
        var run = new SyntheticRun { Stores = ["sqlite"] }.Add("ingest", "sqlite", null, null).Build();
        run = run with { Steps = [run.Steps[0] with { Details = Detail.Of(Ingest()) }] };

        var lines = Render(run).Split('\n');

        lines.Length.ShouldBe(4);
        lines[0].ShouldBe(
            "cluster_type,node_count,event_type,buffer_type,buffer_size_in_bytes,event_count,trial,duration_in_ms,measured_on,"
            + "store,durability,warm,acknowledged,overflowed,failed,flushes,events_per_second,kept,via,node_died,verdict");
        lines[1].ShouldBe(
            "embedded,1,SafeEvent,non-blocking,65536,1000,1,250.5,2026-11-21T17:40:00.125Z,sqlite,fsync,false,900,60,40,7,3592.814371257485,embedded,direct,false,passed");
        lines[2].ShouldStartWith("embedded,1,SafeEvent,non-blocking,65536,1000,2,100,");
        lines[3].ShouldBeEmpty();
    }

    [Fact]
    public void What_came_over_HTTP_is_remote_and_a_trial_with_a_nodes_death_is_marked()
    {
        var run = new SyntheticRun { Stores = ["sqlite"] }.Add("ingest", "sqlite", null, null).Build();
        var ingest = Ingest() with
        {
            ClusterType = "replicated",
            Nodes = 3,
            Remote = true,
            NodeDeath = new NodeDeathRecord { At = default, What = "", Pause = default }
        };
        ingest = ingest with { Trials = [ingest.Trials[0], ingest.Trials[1] with { NodeDied = true }] };
        run = run with { Steps = [run.Steps[0] with { Details = Detail.Of(ingest) }] };

        var lines = Render(run).Split('\n');

        lines[1].ShouldStartWith("remote,3,SafeEvent,");
        lines[1].ShouldEndWith(",replicated,http,false,passed");
        lines[2].ShouldEndWith(",replicated,http,true,passed");
    }

    [Fact]
    public void The_columns_are_those_that_the_README_explains()
    {
        var run = new SyntheticRun { Stores = ["sqlite"] }.Add("ingest", "sqlite", null, null).Build();
        run = run with { Steps = [run.Steps[0] with { Details = Detail.Of(Ingest()) }] };
        var columns = Render(run).Split('\n')[0].Split(',');

        Documented("## Columns of ingest.csv").ShouldBe(columns);
    }

    private static IEnumerable<string> Documented(string heading)
    {
        var folder = new DirectoryInfo(AppContext.BaseDirectory);
        while (!File.Exists(Path.Combine(folder.FullName, "EventSourcingBench.sln")))
        {
            folder = folder.Parent.ShouldNotBeNull();
        }

        var text = File.ReadAllText(Path.Combine(folder.FullName, "src", "EventSourcingBench.Reporting", "README.md"));
        var section = text[(text.IndexOf(heading, StringComparison.Ordinal) + heading.Length)..];
        var rows = section.Split("\n## ")[0].Split('\n').Where(l => l.StartsWith("| `", StringComparison.Ordinal));
        return rows.SelectMany(r => r.Split('|')[1].Split(',')).Select(c => c.Trim().Trim('`'));
    }

    [Fact]
    public void Without_a_trial_there_is_no_file() => CsvReport.PartFiles([new SyntheticRun().Complete()]).ShouldBeEmpty();

    private static string Render(RunFolder run)
    {
        var (name, text) = CsvReport.PartFiles([run]).ShouldHaveSingleItem();
        name.ShouldBe("ingest.csv");
        return text;
    }

    private static IngestRecord Ingest()
    {
        var first = new IngestTrial
        {
            Number = 1,
            Warm = false,
            MeasuredOn = new DateTimeOffset(2026, 11, 21, 18, 40, 0, 125, TimeSpan.FromHours(1)),
            Duration = TimeSpan.FromMilliseconds(250.5),
            Acknowledged = 900,
            Overflowed = 60,
            Failed = 40,
            Flushes = 7,
        };
        return new IngestRecord
        {
            ClusterType = "embedded",
            Nodes = 1,
            EventType = "SafeEvent",
            EventBytes = 23,
            BufferMode = "non-blocking",
            BufferBytes = 65_536,
            Count = 1_000,
            Trials = [first, first with { Number = 2, Warm = true, Duration = TimeSpan.FromMilliseconds(100) }],
        };
    }
}
