namespace EventSourcingBench.LoadTests.Tests;

public sealed class BulkFlusherTests
{
    private static readonly TimeSpan Long = TimeSpan.FromSeconds(10);
    private static readonly OutcomeUnknownException Unknown = new("the connection broke");
    private static readonly StoreUnavailableException Unavailable = new("it is starting");
    private readonly SafeEvents _events = new(seed: 5, symbols: 4, count: 30);
    private readonly LoadRecorder _recorder = new("flush", maxWorkers: 1, TimeProvider.System);
    private readonly StepHistory _history;
    private readonly BatchAppends _appends;

    public BulkFlusherTests()
    {
        var ids = new EventIds(DateTimeOffset.UnixEpoch, 0x1234_5678_9ABC_DEF0);
        _history = new(ids, workers: 1, TimeProvider.System, _events.Streams.Select(s => s.Value)) { Bulk = new(_events, count: 30) };
        _appends = new(_history, _events);
    }

    // A store that knows repeats by their ids is asked again; in another it is looked up first.
    [Theory]
    [InlineData(StoreCapabilities.IdempotentAppend, true, 3)]
    [InlineData(StoreCapabilities.IdempotentAppend, false, 3)]
    [InlineData(StoreCapabilities.None, true, 2)]
    [InlineData(StoreCapabilities.None, false, 3)]
    public async Task A_batch_of_unknown_outcome_is_there_once_whether_it_was_done_or_not(
        StoreCapabilities capabilities, bool wasDone, int attempts)
    {
        await ShouldBeThereOnceAsync(attempts, new BulkWorld
        {
            Capabilities = capabilities,
            FailsBefore = attempt => attempt == 1 && !wasDone ? Unknown : null,
            FailsAfter = attempt => attempt == 1 && wasDone ? Unknown : null,
        });
        _recorder.Errors().ShouldHaveSingleItem().Key.ShouldBe(Unknown.Message);
    }

    [Fact]
    public Task Of_a_batch_that_was_done_in_part_the_streams_without_their_events_are_sent_again() =>
        ShouldBeThereOnceAsync(attempts: 3, new BulkWorld
        {
            Capabilities = StoreCapabilities.None,
            Takes = (attempt, e) => attempt != 1 || e.Stream == _events.Streams[0] || e.Stream == _events.Streams[2],
            FailsAfter = attempt => attempt == 1 ? Unknown : null,
        });

    [Fact]
    public Task What_was_surely_not_done_is_sent_until_it_is() => ShouldBeThereOnceAsync(attempts: 4, new BulkWorld
    {
        Capabilities = StoreCapabilities.None,
        FailsBefore = attempt => attempt is 1 or 2 ? Unavailable : null,
    });

    [Fact]
    public async Task A_store_that_stays_away_is_given_up_and_asked_no_more()
    {
        var world = new BulkWorld { FailsBefore = attempt => attempt >= 1 ? Unavailable : null };
        var flusher = await GivenUpAsync(world, TimeSpan.FromMilliseconds(500));
        flusher.Broken.ShouldBe(Unavailable.Message);
        var attempts = world.Attempts;
        attempts.ShouldBeGreaterThan(2);
        await Should.ThrowAsync<StoreFailureException>(() => flusher.FlushAsync(Batch(20, 30)));

        world.Attempts.ShouldBe(attempts);
        var verdict = await VerifyAsync(world);
        (verdict.Passed, verdict.Acknowledged, verdict.UnknownOutcomes).ShouldBe((true, 10, 0));
    }

    [Fact]
    public async Task What_is_given_up_with_its_outcome_unknown_may_be_there()
    {
        var world = new BulkWorld { FailsAfter = attempt => attempt >= 1 ? Unknown : null };
        await GivenUpAsync(world, TimeSpan.FromMilliseconds(80));
        var verdict = await VerifyAsync(world);
        (verdict.Passed, verdict.Acknowledged, verdict.UnknownOutcomes, verdict.UnknownApplied).ShouldBe((true, 10, 10, 10));
    }

    // A defect of the store ends it at once; after a stop nothing more is sent.
    [Theory]
    [InlineData(false, 1, "a defect")]
    [InlineData(true, 0, null)]
    public async Task A_defect_or_a_stop_ends_it(bool isStopped, int attempts, string? broken)
    {
        var world = new BulkWorld { FailsBefore = _ => new InvalidOperationException("a defect") };
        var flusher = Flusher(world, Long);
        flusher.IsStopped = isStopped;
        await Should.ThrowAsync<StoreFailureException>(() => flusher.FlushAsync(Batch(0, 10)));
        (world.Attempts, flusher.Broken).ShouldBe((attempts, broken));
    }

    private async Task ShouldBeThereOnceAsync(int attempts, BulkWorld world)
    {
        var flusher = Flusher(world, Long);
        await flusher.FlushAsync(Batch(0, 10));
        await flusher.FlushAsync(Batch(10, 20));
        (_appends.Acknowledged, flusher.Broken, world.Attempts).ShouldBe((20, null, attempts));
        (await VerifyAsync(world)).Text.ShouldBe("verified: 20 acknowledged events, each there once as it was sent");
    }

    private async Task<BulkFlusher> GivenUpAsync(BulkWorld world, TimeSpan patience)
    {
        var flusher = Flusher(world, patience);
        await flusher.FlushAsync(Batch(0, 10));
        await Should.ThrowAsync<StoreFailureException>(() => flusher.FlushAsync(Batch(10, 20)));
        return flusher;
    }

    private BulkFlusher Flusher(BulkWorld world, TimeSpan patience) =>
        new(BulkStore.Of(world)!, _appends, _recorder, patience, TimeProvider.System);

    private BufferBatch Batch(long from, long to) => _events.Batch(_history.Ids, from, to);

    private Task<VerdictRecord> VerifyAsync(BulkWorld world) =>
        Verifier.VerifyAsync(new VerificationPlan { History = _history, ReadBack = new DirectReadBack(world) });
}
