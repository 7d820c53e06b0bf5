namespace EventSourcingBench.LoadTests.Tests;

public sealed class GrowthBackgroundTests
{
    [Fact]
    public async Task Appends_are_sent_when_they_are_due_and_no_more_after_the_end()
    {
        var due = new ConcurrentBag<long>();
        await using var background = new GrowthBackground(
            500,
            (_, at) =>
            {
                due.Add(at);
                return ValueTask.FromResult(Outcome.Success);
            },
            new SystemWaiter(),
            TimeProvider.System);
        background.TakeRate().ShouldBeNull();

        background.Start();
        await Task.Delay(400, TestContext.Current.CancellationToken);
        await background.StopAsync();

        var sent = due.Order().ToList();
        sent.Count.ShouldBeInRange(1, 5_000);
        var apart = TimeProvider.System.TimestampFrequency / 500;
        sent.Zip(sent.Skip(1), (a, b) => b - a).ShouldAllBe(d => Math.Abs(d - apart) <= 1);
        background.TakeRate().ShouldNotBeNull().ShouldBeGreaterThan(0);
        background.TakeRate().ShouldBeNull();
        await Task.Delay(30, TestContext.Current.CancellationToken);
        due.Count.ShouldBe(sent.Count);
    }

    [Fact]
    public async Task A_store_that_does_not_answer_holds_a_request_of_each_worker_and_the_rest_is_late()
    {
        var asked = new ConcurrentBag<int>();
        var answer = new TaskCompletionSource<Outcome>(TaskCreationOptions.RunContinuationsAsynchronously);
        await using var background = new GrowthBackground(
            100_000,
            (worker, _) =>
            {
                asked.Add(worker);
                return new ValueTask<Outcome>(answer.Task);
            },
            new SystemWaiter(),
            TimeProvider.System);

        background.Start();
        while (asked.Count < GrowthBackground.Workers)
        {
            await Task.Delay(5, TestContext.Current.CancellationToken);
        }

        var stopping = background.StopAsync();
        stopping.IsCompleted.ShouldBeFalse("what is under way is answered first");
        answer.SetResult(Outcome.Error);
        await stopping;

        asked.Order().ShouldBe(Enumerable.Range(0, GrowthBackground.Workers));
        background.TakeRate().ShouldBe(0, "nothing was acknowledged");
    }

    [Fact]
    public async Task It_can_begin_again_and_owes_nothing_of_the_time_between()
    {
        var due = new ConcurrentBag<long>();
        await using var background = new GrowthBackground(
            1_000,
            (_, at) =>
            {
                due.Add(at);
                return ValueTask.FromResult(Outcome.Success);
            },
            new SystemWaiter(),
            TimeProvider.System);
        background.Start();
        await background.StopAsync();
        await Task.Delay(100, TestContext.Current.CancellationToken);
        var again = TimeProvider.System.GetTimestamp();
        due.Clear();

        background.Start();
        await Task.Delay(50, TestContext.Current.CancellationToken);
        await background.StopAsync();

        due.ShouldAllBe(d => d >= again);
    }
}
