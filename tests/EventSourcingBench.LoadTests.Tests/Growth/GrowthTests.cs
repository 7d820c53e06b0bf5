namespace EventSourcingBench.LoadTests.Tests;

public sealed class GrowthTests
{
    private static readonly GrowthEvents Events = new(seed: 7, symbols: 20, filled: 5_000);

    private readonly ConcurrentBag<(int Worker, long Due)> _sent = [];
    private Task<Outcome> _answer = Task.FromResult(Outcome.Success);

    [Fact]
    public async Task Appends_are_sent_when_they_are_due_and_none_after_the_end_or_for_the_time_between()
    {
        (await At(null).BesideAsync(() => WaitAsync(1))).ShouldBe((1, null));
        _sent.ShouldBeEmpty();
        var background = At(500);
        foreach (var measured in (int[])[400, 100])
        {
            var start = TimeProvider.System.GetTimestamp();
            _sent.Clear();
            var (length, rate) = await background.BesideAsync(() => WaitAsync(measured));

            length.ShouldBe(measured);
            rate.ShouldNotBeNull().ShouldBeGreaterThan(0);
            var sent = _sent.Select(s => s.Due).Order().ToList();
            sent.Count.ShouldBeInRange(1, 5_000);
            sent[0].ShouldBeGreaterThanOrEqualTo(start);
            var apart = TimeProvider.System.TimestampFrequency / 500;
            sent.Zip(sent.Skip(1), (a, b) => b - a).ShouldAllBe(d => Math.Abs(d - apart) <= 1);
            await WaitAsync(30);
            _sent.Count.ShouldBe(sent.Count);
        }
    }

    [Fact]
    public async Task A_store_that_does_not_answer_holds_a_request_of_each_worker_and_the_rest_is_late()
    {
        var answer = new TaskCompletionSource<Outcome>(TaskCreationOptions.RunContinuationsAsynchronously);
        _answer = answer.Task;
        var isMeasured = false;
        var running = At(100_000).BesideAsync(async () =>
        {
            await Waiting.UntilAsync(() => _sent.Count >= GrowthBackground.Workers, "each worker has sent a request");
            return isMeasured = true;
        });
        await Waiting.UntilAsync(() => isMeasured, "the measurement has ended");
        await WaitAsync(100);
        running.IsCompleted.ShouldBeFalse("what is under way is answered first");
        answer.SetResult(Outcome.Error);

        (await running).ShouldBe((true, 0), "nothing was acknowledged");
        _sent.Select(s => s.Worker).Order().ShouldBe(Enumerable.Range(0, GrowthBackground.Workers));
    }

    [Fact]
    public void Every_kind_of_event_has_streams_of_its_own()
    {
        Enumerable.Range(5_000, GrowthEvents.ShortLength).ShouldAllBe(n => Events.Bulk.StreamOf(n) == Events.ShortStream(0));
        Kind(Enumerable.Range(0, 5_000).Select(n => Events.Bulk.StreamOf(n)), "safe-", 20);
        var others = Enumerable.Range(5_000, (int)Events.Bulk.Count - 5_000);
        Kind(others.Select(n => Events.Bulk.StreamOf(n)), "short-", GrowthEvents.ShortStreams);
        Kind(Enumerable.Range(0, 300).Select(n => Events.LiveStream(n)), "live-", 10);
        Kind(Enumerable.Range(0, GrowthBackground.Workers).Select(Events.BackgroundStream), "background-", GrowthBackground.Workers);

        static void Kind(IEnumerable<int> of, string prefix, int count)
        {
            var streams = of.Distinct().Select(s => Events.Streams[s].Value).ToList();
            streams.Count.ShouldBe(count);
            streams.ShouldAllBe(s => s.StartsWith(prefix, StringComparison.Ordinal));
        }
    }

    private static async Task<int> WaitAsync(int milliseconds)
    {
        await Task.Delay(milliseconds, Cancel);
        return milliseconds;
    }

    private GrowthBackground At(double? rate) => new(rate, SendAsync, TimeProvider.System);

    private ValueTask<Outcome> SendAsync(int worker, long due)
    {
        _sent.Add((worker, due));
        return new ValueTask<Outcome>(_answer);
    }
}
