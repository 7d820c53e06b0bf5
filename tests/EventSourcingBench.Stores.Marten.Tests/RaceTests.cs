namespace EventSourcingBench.Stores.Marten.Tests;

public class RaceTests() : PostgresRaceTests(TimeSpan.FromMinutes(4), MartenTest.Named("marten"))
{
    protected override Task<IStore> OpenOneAsync() => OpenAsync(("marten.staleGap", "300ms"));

    [Fact]
    public async Task Concurrent_appends_of_a_process_without_an_expected_version_take_no_position_in_vain()
    {
        const int Appends = 40;
        var store = await OpenOneAsync();
        // Appends wait a limited time for one that holds no lock: it must not be the first, whose code is still compiled.
        await store.Events!.AppendAsync(new StreamId("warm"), ExpectedVersion.Any, [Sample.Event()], Limit);
        await AtOnceAsync(
            Appends, _ => store.Events!.AppendAsync(new StreamId("raced"), ExpectedVersion.Any, [Sample.Event()], Limit).AsTask());

        (await ScalarAsync($"SELECT max(seq_id) FROM \"{Namespace}\".mt_events")).ShouldBe(1L + Appends);
    }
}

[Nightly]
public sealed class RacesWithoutLocks : RaceTests
{
    protected override Task<IStore> OpenOneAsync() => OpenAsync(("marten.lockStreams", "off"), ("marten.staleGap", "300ms"));
}

[Nightly]
public sealed class RichRaces : RaceTests
{
    protected override Task<IStore> OpenOneAsync() => OpenAsync(("marten.append", "rich"), ("marten.staleGap", "300ms"));

    [Fact]
    public async Task A_stream_is_read_by_version_where_a_later_event_has_an_earlier_position()
    {
        var store = await OpenOneAsync();
        var stream = new StreamId("raced");
        await store.Events!.AppendAsync(stream, ExpectedVersion.NoStream, Sample.Events(3), Limit);
        await ScalarAsync($"UPDATE \"{Namespace}\".mt_events SET seq_id = 10 - seq_id");

        (await store.Events.ReadStreamAsync(stream, cancellationToken: Limit).ToListAsync(Limit)).ShouldBeContiguous();
    }

    [Fact]
    public async Task Tombstones_are_left_out_everywhere()
    {
        IStore[] stores = [await OpenOneAsync(), await OpenOneAsync(), await OpenOneAsync()];
        var stream = new StreamId("raced");
        var appended = 0;
        for (var i = 0; i < 10; i++)
        {
            var expected = ExpectedVersion.After(appended);
            var results = await AtOnceAsync(3, s => stores[s].Events!.AppendAsync(stream, expected, [Sample.Event()], Limit).AsTask());
            appended += results.OfType<Appended>().Count();
        }

        var inTable = (long)(await ScalarAsync($"SELECT count(*) FROM \"{Namespace}\".mt_events"))!;
        var tombstones = (long)(await ScalarAsync($"SELECT count(*) FROM \"{Namespace}\".mt_events WHERE type = 'tombstone'"))!;
        tombstones.ShouldBeGreaterThan(0, "no race left a tombstone: the test shows nothing");
        inTable.ShouldBe(appended + tombstones);

        (await stores[0].Events!.ReadStreamAsync(stream, cancellationToken: Limit).ToListAsync(Limit)).Count.ShouldBe(appended);
        (await TakeAsync(stores[0], appended)).ShouldAllBe(e => e.Stream == stream);
        await using var running = await stores[0].Projections!.StartAsync(new CountedProjection(), new RecordingObserver(), Limit);
        while (!(await running.GetStatusAsync(Limit)).CaughtUp)
            await Task.Delay(10, Limit);

        (await running.GetStatusAsync(Limit)).Rows.ShouldBe(appended);
    }
}
