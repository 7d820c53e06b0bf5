namespace EventSourcingBench.LoadTests.Tests;

public sealed class GrowthBackgroundTests
{
    private readonly ConcurrentBag<(int Worker, long Due)> _sent = [];
    private Task<Outcome> _answer = Task.FromResult(Outcome.Success);

    [Fact]
    public async Task Appends_are_sent_when_they_are_due_and_no_more_after_the_end()
    {
        await using var background = At(500);
        background.TakeRate().ShouldBeNull();

        background.Start();
        await Task.Delay(400, TestContext.Current.CancellationToken);
        await background.StopAsync();

        var sent = _sent.Select(s => s.Due).Order().ToList();
        sent.Count.ShouldBeInRange(1, 5_000);
        var apart = TimeProvider.System.TimestampFrequency / 500;
        sent.Zip(sent.Skip(1), (a, b) => b - a).ShouldAllBe(d => Math.Abs(d - apart) <= 1);
        background.TakeRate().ShouldNotBeNull().ShouldBeGreaterThan(0);
        background.TakeRate().ShouldBeNull();
        await Task.Delay(30, TestContext.Current.CancellationToken);
        _sent.Count.ShouldBe(sent.Count);
    }

    [Fact]
    public async Task A_store_that_does_not_answer_holds_a_request_of_each_worker_and_the_rest_is_late()
    {
        var answer = new TaskCompletionSource<Outcome>(TaskCreationOptions.RunContinuationsAsynchronously);
        _answer = answer.Task;
        await using var background = At(100_000);

        background.Start();
        while (_sent.Count < GrowthBackground.Workers)
            await Task.Delay(5, TestContext.Current.CancellationToken);

        var stopping = background.StopAsync();
        stopping.IsCompleted.ShouldBeFalse("what is under way is answered first");
        answer.SetResult(Outcome.Error);
        await stopping;

        _sent.Select(s => s.Worker).Order().ShouldBe(Enumerable.Range(0, GrowthBackground.Workers));
        background.TakeRate().ShouldBe(0, "nothing was acknowledged");
    }

    [Fact]
    public async Task It_can_begin_again_and_owes_nothing_of_the_time_between()
    {
        await using var background = At(1_000);
        background.Start();
        await background.StopAsync();
        await Task.Delay(100, TestContext.Current.CancellationToken);
        var again = TimeProvider.System.GetTimestamp();
        _sent.Clear();

        background.Start();
        await Task.Delay(50, TestContext.Current.CancellationToken);
        await background.StopAsync();

        _sent.ShouldAllBe(s => s.Due >= again);
    }

    private GrowthBackground At(double rate) => new(rate, SendAsync, new SystemWaiter(), TimeProvider.System);

    private ValueTask<Outcome> SendAsync(int worker, long due)
    {
        _sent.Add((worker, due));
        return new ValueTask<Outcome>(_answer);
    }
}
