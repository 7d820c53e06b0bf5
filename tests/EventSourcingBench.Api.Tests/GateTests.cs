namespace EventSourcingBench.Api.Tests;

public sealed class GateTests
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(20);

    [Fact]
    public async Task Closing_waits_for_those_inside_and_others_wait_for_the_opening()
    {
        var gate = new Gate("it", Patience, TimeProvider.System);
        await gate.EnterAsync();

        var closing = gate.CloseAsync();
        var entering = gate.EnterAsync().AsTask();
        closing.IsCompleted.ShouldBeFalse();
        gate.Leave();
        await closing;
        entering.IsCompleted.ShouldBeFalse();
        gate.Open();

        await entering;
    }

    [Fact]
    public async Task One_at_a_time_closes_it()
    {
        var gate = new Gate("it", Patience, TimeProvider.System);
        var alone = 0;

        await Task.WhenAll(Enumerable.Range(0, 50).Select(_ => Task.Run(async () =>
        {
            await gate.CloseAsync();
            Interlocked.Increment(ref alone).ShouldBe(1);
            await Task.Yield();
            Interlocked.Decrement(ref alone);
            gate.Open();
        })));

        await gate.EnterAsync();
    }

    [Fact]
    public async Task Waiting_has_a_limit()
    {
        var gate = new Gate("The store x", TimeSpan.FromMilliseconds(20), TimeProvider.System);
        await gate.EnterAsync();

        (await Should.ThrowAsync<StoreUnavailableException>(gate.CloseAsync)).Message.ShouldStartWith("The store x is busy");

        await gate.EnterAsync();
        gate.Leave();
        gate.Leave();
        await gate.CloseAsync();
        await Should.ThrowAsync<StoreUnavailableException>(() => gate.EnterAsync().AsTask());
    }
}
