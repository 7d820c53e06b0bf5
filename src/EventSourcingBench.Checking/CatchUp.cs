namespace EventSourcingBench.Checking;

/// <summary>Waits for a projection that follows behind, for as long as it goes on saving.</summary>
internal static class CatchUp
{
    // After this time without a row, with events waiting, a projection is taken for halted.
    public static readonly TimeSpan Stall = TimeSpan.FromSeconds(10);

    // What a look counts for at most: where this process or machine was frozen, the projection was too.
    private static readonly TimeSpan MostForLook = TimeSpan.FromSeconds(2);

    // The pause between two looks, where delays are measured meanwhile and where nothing is.
    public static readonly TimeSpan Poll = TimeSpan.FromMilliseconds(5);
    public static readonly TimeSpan SlowPoll = TimeSpan.FromMilliseconds(20);

    /// <summary>Returns when there are so many rows, or when the projection has halted: verification counts what is missing.</summary>
    public static Task WaitAsync(Func<Task<long>> count, Func<long> wanted, TimeProvider time) =>
        ReachesAsync(count, wanted, Stall, SlowPoll, time, CancellationToken.None);

    /// <summary>Returns when a task has ended, or false when the count has not grown for <paramref name="stall"/>: it goes on.</summary>
    public static Task<bool> EndsAsync(
        Task task, Func<long> count, TimeSpan stall, TimeSpan poll, TimeProvider time, CancellationToken cancellationToken = default) =>
        ReachesAsync(
            () => Task.FromResult(task.IsCompleted ? long.MaxValue : count()), () => long.MaxValue, stall, poll, time, cancellationToken);

    /// <summary>Returns when there are so many rows, or false when nothing was saved for as long as <paramref name="stall"/>.</summary>
    public static async Task<bool> ReachesAsync(
        Func<Task<long>> count, Func<long> wanted, TimeSpan stall, TimeSpan poll, TimeProvider time, CancellationToken cancellationToken)
    {
        var (most, quiet, last) = (-1L, TimeSpan.Zero, time.GetTimestamp());
        while (most < wanted())
        {
            var (now, look) = (await count(), time.GetTimestamp());
            var since = time.GetElapsedTime(last, look);
            (quiet, last) = (now > most ? TimeSpan.Zero : quiet + (since < MostForLook ? since : MostForLook), look);
            most = Math.Max(most, now);
            if (quiet > stall)
                return false;

            if (most < wanted())
                await Task.Delay(poll, time, cancellationToken);
        }

        return true;
    }
}
