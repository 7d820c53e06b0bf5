namespace EventSourcingBench.Benchmarks.Tests;

public sealed class DataSetTests
{
    private static readonly DataSet Data = new(20, 3);

    [Fact]
    public void A_data_set_is_the_same_at_every_call_and_what_is_there_already_is_left_out()
    {
        var all = Texts(0).ToList();
        Texts(0).ShouldBe(all);
        Texts(7).ShouldBe(all.Skip(7));

        static IEnumerable<(Guid, string)> Texts(int version) =>
            new DataSet(20, 3).After(version).Select(e => (e.Id, Convert.ToHexString(e.Data.Span)));
    }

    [Fact]
    public void It_has_the_events_and_identifiers_that_it_says()
    {
        Data.Content().Select(e => e.Identifiers.Count).ShouldBe(Enumerable.Repeat(3, 20));
        var identifiers = Data.Content().SelectMany(e => e.Identifiers).ToList();
        identifiers.ShouldBeUnique();
        identifiers.ShouldAllBe(i => Guid.Parse(i).ToString("D") == i);
    }

    [Fact]
    public void No_two_data_sets_share_a_stream_or_an_event_id()
    {
        DataSet[] sets = [new(10, 10), new(10, 20), new(20, 10)];
        sets.SelectMany(s => s.After(0).Append(s.Snapshot())).Select(e => e.Id).ShouldBeUnique();
        sets.SelectMany(s => new[] { s.Stream, s.Snapshots }).ShouldBeUnique();
    }

    [Theory]
    [InlineData(1, 1)]
    [InlineData(10, 5)]
    [InlineData(200, 100)]
    [InlineData(50_000, 49_900)]
    public void The_snapshot_leaves_at_most_100_events_to_fold(int events, int version) =>
        new DataSet(events, 1).SnapshotVersion.ShouldBe(version);
}
