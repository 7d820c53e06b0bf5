using EventSourcingBench.Measurement;

namespace EventSourcingBench.Reporting.Tests;

public sealed class IngestCsvTests
{
    [Fact]
    public void Each_trial_is_a_row_with_the_published_columns_first()
    {
        var run = new SyntheticRun { Stores = ["sqlite"] }.Add("ingest", "sqlite", null, null).Build();
        run = run with { Steps = [run.Steps[0] with { Ingest = Ingest() }] };

        var lines = IngestCsv.Render([run]).ShouldNotBeNull().Split('\n');

        lines.Length.ShouldBe(4);
        lines[0].ShouldBe(
            "cluster_type,node_count,event_type,buffer_type,buffer_size_in_bytes,event_count,trial,duration_in_ms,measured_on,"
            + "store,durability,warm,acknowledged,overflowed,failed,flushes,events_per_second,verdict");
        lines[1].ShouldBe("embedded,1,SafeEvent,non-blocking,65536,1000,1,250.5,2026-11-21T17:40:00.125Z,sqlite,fsync,false,900,60,40,7,3592.814371257485,passed");
        lines[2].ShouldStartWith("embedded,1,SafeEvent,non-blocking,65536,1000,2,100,");
        lines[3].ShouldBeEmpty();
    }

    [Fact]
    public void Without_a_trial_there_is_no_file() => IngestCsv.Render([new SyntheticRun().Complete()]).ShouldBeNull();

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
