namespace EventSourcingBench.LoadTests.Tests;

public sealed class GrowthBackgroundTests
{
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
            while (_sent.Count < GrowthBackground.Workers)
                await WaitAsync(5);

            return isMeasured = true;
        });
        while (!isMeasured)
            await WaitAsync(30);

        // It notices that the measurement is over.
        await WaitAsync(100);
        running.IsCompleted.ShouldBeFalse("what is under way is answered first");
        answer.SetResult(Outcome.Error);

        (await running).ShouldBe((true, 0), "nothing was acknowledged");
        _sent.Select(s => s.Worker).Order().ShouldBe(Enumerable.Range(0, GrowthBackground.Workers));
    }

    private static async Task<int> WaitAsync(int milliseconds)
    {
        await Task.Delay(milliseconds, TestContext.Current.CancellationToken);
        return milliseconds;
    }

    private GrowthBackground At(double? rate) => new(rate, SendAsync, TimeProvider.System);

    private ValueTask<Outcome> SendAsync(int worker, long due)
    {
        _sent.Add((worker, due));
        return new ValueTask<Outcome>(_answer);
    }
}
