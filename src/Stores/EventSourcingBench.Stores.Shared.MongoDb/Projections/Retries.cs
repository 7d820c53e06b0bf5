namespace EventSourcingBench.Stores.Shared;

/// <summary>How long to wait before something is tried again, and until when.</summary>
internal sealed class Retries(TimeProvider time, CancellationToken stop)
{
    private static readonly TimeSpan Shortest = TimeSpan.FromMilliseconds(20);
    private static readonly TimeSpan Longest = TimeSpan.FromSeconds(1);

    /// <summary>Whether nothing is to be tried any more.</summary>
    public bool IsOver => stop.IsCancellationRequested;

    /// <summary>Waits longer after each failure in a row.</summary>
    /// <param name="failures">How many there were, 1 or more.</param>
    /// <param name="cancellationToken">Ends the waiting.</param>
    public async Task PauseAsync(int failures, CancellationToken cancellationToken)
    {
        var pause = Shortest * Math.Pow(2, Math.Min(failures - 1, 10));
        await Task.Delay(pause < Longest ? pause : Longest, time, cancellationToken);
    }

    /// <summary>Waits, or ends when nothing is to be tried any more.</summary>
    public Task PauseAsync(int failures) => PauseAsync(failures, stop);
}
