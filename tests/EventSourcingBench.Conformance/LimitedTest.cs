namespace EventSourcingBench.Conformance;

/// <summary>Tests that end after a time, whatever they wait for.</summary>
public abstract class LimitedTest(int seconds) : IAsyncLifetime
{
    private readonly CancellationTokenSource _limit = new(TimeSpan.FromSeconds(seconds));

    /// <summary>Ends what takes too long.</summary>
    protected CancellationToken Limit => _limit.Token;

    public virtual ValueTask InitializeAsync() => ValueTask.CompletedTask;

    public async ValueTask DisposeAsync()
    {
        await EndAsync();
        _limit.Dispose();
        GC.SuppressFinalize(this);
    }

    /// <summary>Runs so many at the same time, on threads of the pool.</summary>
    protected Task<T[]> AtOnceAsync<T>(int count, Func<int, Task<T>> run) =>
        Task.WhenAll(Enumerable.Range(0, count).Select(i => Task.Run(() => run(i), Limit)));

    /// <inheritdoc cref="AtOnceAsync{T}"/>
    protected Task AtOnceAsync(int count, Func<int, Task> run) =>
        Task.WhenAll(Enumerable.Range(0, count).Select(i => Task.Run(() => run(i), Limit)));

    /// <summary>Each of the calls ends with an error that a caller can act on.</summary>
    protected async Task ShouldFailByTheContractAsync(params IEnumerable<Task> calls)
    {
        foreach (var call in calls)
        {
            var thrown = await Should.ThrowAsync<Exception>(() => call.WaitAsync(Limit));
            (thrown is StoreUnavailableException or OutcomeUnknownException).ShouldBeTrue(thrown.ToString());
        }
    }

    /// <summary>Disposes of what the test has begun.</summary>
    protected virtual ValueTask EndAsync() => ValueTask.CompletedTask;
}
