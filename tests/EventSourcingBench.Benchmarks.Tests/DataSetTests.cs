namespace EventSourcingBench.Benchmarks.Tests;

public sealed class DataSetTests
{
    [Fact]
    public void A_data_set_is_the_same_at_every_call()
    {
        var one = new DataSet(20, 3).After(0).Select(e => (e.Id, Convert.ToHexString(e.Data.Span)));
        var other = new DataSet(20, 3).After(0).Select(e => (e.Id, Convert.ToHexString(e.Data.Span)));
        one.ShouldBe(other);
    }

    [Fact]
    public void It_has_the_events_and_identifiers_that_it_says()
    {
        var content = new DataSet(20, 3).Content().ToList();
        content.Count.ShouldBe(20);
        content.ShouldAllBe(e => e.Identifiers.Count == 3);
        content.SelectMany(e => e.Identifiers).Distinct().Count().ShouldBe(60);
        content.SelectMany(e => e.Identifiers).ShouldAllBe(i => Guid.Parse(i).ToString("D") == i);
    }

    [Fact]
    public void No_two_data_sets_share_a_stream_or_an_event_id()
    {
        DataSet[] sets = [new(10, 10), new(10, 20), new(20, 10)];
        var ids = sets.SelectMany(s => s.After(0).Append(s.Snapshot())).Select(e => e.Id).ToList();
        ids.Distinct().Count().ShouldBe(ids.Count);
        sets.SelectMany(s => new[] { s.Stream, s.Snapshots }).Distinct().Count().ShouldBe(6);
    }

    [Theory]
    [InlineData(1, 1)]
    [InlineData(10, 5)]
    [InlineData(200, 100)]
    [InlineData(50_000, 49_900)]
    public void The_snapshot_leaves_at_most_100_events_to_fold(int events, int version) =>
        new DataSet(events, 1).SnapshotVersion.ShouldBe(version);

    [Fact]
    public void What_is_there_already_is_left_out() =>
        new DataSet(10, 2).After(7).Select(e => e.Id).ShouldBe(new DataSet(10, 2).After(0).Skip(7).Select(e => e.Id));
}
