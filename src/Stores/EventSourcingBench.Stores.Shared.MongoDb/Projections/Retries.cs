namespace EventSourcingBench.Stores.Shared.MongoDb.Projections;

/// <summary>The delays between retries, and their end.</summary>
internal sealed class Retries(TimeProvider time, CancellationToken stop)
{
    private static readonly TimeSpan Shortest = TimeSpan.FromMilliseconds(20);
    private static readonly TimeSpan Longest = TimeSpan.FromSeconds(1);

    /// <summary>Whether retries have ended.</summary>
    public bool IsOver => stop.IsCancellationRequested;

    /// <summary>Waits, longer after each consecutive failure.</summary>
    /// <param name="failures">The number of failures, 1 or more.</param>
    /// <param name="cancellationToken">Cancels the wait.</param>
    public async Task PauseAsync(int failures, CancellationToken cancellationToken)
    {
        var pause = Shortest * Math.Pow(2, Math.Min(failures - 1, 10));
        await Task.Delay(pause < Longest ? pause : Longest, time, cancellationToken);
    }

    /// <summary>Waits for the given time, or until retries end.</summary>
    public Task PauseAsync(int failures) => PauseAsync(failures, stop);
}
