namespace EventSourcingBench.Conformance;

/// <summary>Tests that end after a time, whatever they wait for.</summary>
/// <param name="seconds">The time.</param>
public abstract class LimitedTest(int seconds) : IAsyncLifetime
{
    private readonly CancellationTokenSource _limit = new(TimeSpan.FromSeconds(seconds));

    /// <summary>Ends what takes too long.</summary>
    protected CancellationToken Limit => _limit.Token;

    /// <inheritdoc />
    public virtual ValueTask InitializeAsync() => ValueTask.CompletedTask;

    /// <inheritdoc />
    public async ValueTask DisposeAsync()
    {
        await EndAsync();
        _limit.Dispose();
        GC.SuppressFinalize(this);
    }

    /// <summary>Disposes of what the test has begun.</summary>
    protected virtual ValueTask EndAsync() => ValueTask.CompletedTask;
}
