namespace EventSourcingBench.Stores.FileLog.Tests;

/// <summary>What is left when the oldest segments are removed.</summary>
public sealed class RetentionTests
{
    private const int Retained = 32 * 1024;
    private const int Appends = 1500;
    private static readonly StreamId Busy = new("busy");
    private static readonly StreamId Early = new("early");

    [Fact]
    public async Task The_log_stays_near_what_is_kept_and_reads_begin_with_the_first_event_that_is_there()
    {
        await using var store = Open(new SimulatedDisk());
        await FillAsync(store);
        (await store.Storage!.ReadAsync()).DataBytes.ShouldBeInRange(Retained, Retained + (3 * 8192));
        (await store.Inspector!.CountBackgroundAsync())["segment roll"]
            .ShouldBeGreaterThan(3 * Retained / 8192, "those that were removed count too");

        var read = await store.ReadAsync(Busy);
        read[0].Version.ShouldBeGreaterThan(1);
        read.ShouldBeContiguous(read[0].Version);
        read[^1].Version.ShouldBe(Appends);
        (await store.ReadAsync(Busy, from: 5, count: 7)).Select(e => e.Id).ShouldBe(read.Take(7).Select(e => e.Id));
        (await store.ReadAsync(Early)).ShouldBeEmpty();
        (await store.BatchAsync(Checkpoint.Start)).Events[0].Id.ShouldBe(read[0].Id);
    }

    [Fact]
    public async Task Versions_go_on_where_they_were_also_when_it_is_opened_again()
    {
        var disk = new SimulatedDisk();
        await using (var store = Open(disk))
        {
            await FillAsync(store);
            await ShouldBeThreeAsync(store);
        }

        await using var again = Open(disk.AfterCrash());
        await ShouldBeThreeAsync(again);
        (await again.AppendAsync(Early, ExpectedVersion.Exactly(3))).StreamVersion.ShouldBe(4);
        (await again.ReadAsync(Early)).ShouldHaveSingleItem().Version.ShouldBe(4);
        await again.AppendAsync(Busy, ExpectedVersion.Exactly(Appends));

        static async Task ShouldBeThreeAsync(IStore store) =>
            (await store.Events!.AppendAsync(Early, ExpectedVersion.NoStream, [Sample.Event()]))
                .ShouldBeOfType<WrongExpectedVersion>().ActualVersion.ShouldBe(3);
    }

    [Fact]
    public async Task A_checkpoint_whose_next_events_were_removed_is_an_error_that_says_so()
    {
        await using var store = Open(new SimulatedDisk());
        await store.AppendAsync(Early, ExpectedVersion.NoStream);
        var early = (await store.BatchAsync(Checkpoint.Start)).Checkpoint;
        await using var slow = store.Subscription!.SubscribeAsync(Checkpoint.Start).GetAsyncEnumerator();
        (await slow.MoveNextAsync()).ShouldBeTrue();
        await FillAsync(store, first: 1);
        (await Should.ThrowAsync<StoreUnavailableException>(() => store.BatchAsync(early))).Message.ShouldContain("filelog.retainBytes");
        await Should.ThrowAsync<StoreUnavailableException>(async () => await slow.MoveNextAsync());
    }

    [Fact]
    public async Task A_subscription_that_keeps_up_misses_nothing()
    {
        await using var store = Open(new SimulatedDisk());
        using var limit = new CancellationTokenSource(TimeSpan.FromSeconds(60));
        var seen = new List<RecordedEvent>();
        await foreach (var batch in store.Subscription!.SubscribeAsync(Checkpoint.Start, limit.Token))
        {
            seen.AddRange(batch.Events);
            if (seen.Count == Appends)
                break;

            await store.AppendAsync(Busy, ExpectedVersion.After(seen.Count));
        }

        seen.ShouldBeContiguous();
    }

    [Fact]
    public async Task A_power_cut_around_a_removal_leaves_the_versions_that_were_acknowledged()
    {
        var rehearsal = new SimulatedDisk();
        await WriteAsync(rehearsal);
        rehearsal.Removals.Count.ShouldBeGreaterThan(3);
        foreach (var diesAt in rehearsal.Removals.SelectMany(r => Enumerable.Range(-1, 6).Select(n => r + n)))
        {
            var disk = new SimulatedDisk { DiesAt = diesAt };
            var acknowledged = await WriteAsync(disk);
            await using var again = Open(disk.AfterPowerCut(new Random((int)diesAt)));
            foreach (var (stream, version) in acknowledged)
            {
                var read = await again.ReadAsync(stream);
                read.ShouldBeContiguous(read.Count == 0 ? 1 : read[0].Version);

                // One more may be there that was not acknowledged.
                var next = await again.AppendAsync(stream, ExpectedVersion.Any);
                next.StreamVersion.ShouldBeInRange(version + 1, version + 2, $"died at {diesAt}");
            }
        }
    }

    /// <summary>Appends to one stream always and to many others once, and says which versions were acknowledged.</summary>
    private static async Task<Dictionary<StreamId, long>> WriteAsync(SimulatedDisk disk)
    {
        var acknowledged = new Dictionary<StreamId, long>();
        await using var store = Open(disk);
        try
        {
            for (var i = 0; i < 600; i++)
            {
                var stream = i % 10 == 0 ? new StreamId($"once-{i}") : Busy;
                acknowledged[stream] = (await store.AppendAsync(stream, ExpectedVersion.Any)).StreamVersion;
            }
        }
        catch (Exception e) when (e is StoreUnavailableException or OutcomeUnknownException)
        {
            disk.Operations.ShouldBeGreaterThanOrEqualTo(disk.DiesAt);
        }

        return acknowledged;
    }

    private static IStore Open(SimulatedDisk disk) =>
        TestLog.Open(disk, ("filelog.segmentSize", "8192"), ("filelog.retainBytes", $"{Retained}"));

    private static async Task FillAsync(IStore store, int first = 0)
    {
        for (var i = first; i < 3; i++)
            await store.AppendAsync(Early, ExpectedVersion.After(i));

        for (var i = 0; i < Appends; i++)
            await store.AppendAsync(Busy, ExpectedVersion.After(i));
    }
}
