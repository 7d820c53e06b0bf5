namespace EventSourcingBench.LoadTests.Run;

/// <summary>Waits for a projection that follows behind, for as long as it goes on saving.</summary>
internal static class CatchUp
{
    /// <summary>After this time without a row, with events waiting, verification takes a projection for halted.</summary>
    private static readonly TimeSpan VerificationStall = TimeSpan.FromSeconds(10);

    /// <summary>The pause between two looks where delays are measured meanwhile.</summary>
    public static readonly TimeSpan Poll = TimeSpan.FromMilliseconds(5);

    private static readonly TimeSpan VerificationPoll = TimeSpan.FromMilliseconds(20);

    /// <summary>Returns when there are so many rows, or when the projection has halted: verification counts what is missing.</summary>
    /// <param name="count">How many rows there are.</param>
    /// <param name="wanted">How many there will be.</param>
    /// <param name="time">The clock.</param>
    // A lost event never gets a row, so a halt is not a separate error.
    public static Task WaitAsync(Func<Task<long>> count, Func<long> wanted, TimeProvider time) =>
        ReachesAsync(count, wanted, VerificationStall, VerificationPoll, time, CancellationToken.None);

    /// <summary>Returns when there are so many rows, or false when nothing was saved for too long.</summary>
    /// <param name="count">How many rows there are.</param>
    /// <param name="wanted">How many there will be.</param>
    /// <param name="stall">A projection that saves nothing for so long has come to a halt.</param>
    /// <param name="poll">The pause between two looks.</param>
    /// <param name="time">The clock.</param>
    /// <param name="cancellationToken">Ends the waiting.</param>
    public static async Task<bool> ReachesAsync(
        Func<Task<long>> count, Func<long> wanted, TimeSpan stall, TimeSpan poll, TimeProvider time, CancellationToken cancellationToken)
    {
        var (most, lastGrowth) = (-1L, time.GetTimestamp());
        while (most < wanted())
        {
            var now = await count();
            if (now > most)
            {
                (most, lastGrowth) = (now, time.GetTimestamp());
            }
            else if (time.GetElapsedTime(lastGrowth) > stall)
            {
                return false;
            }

            if (most < wanted())
            {
                await Task.Delay(poll, time, cancellationToken);
            }
        }

        return true;
    }
}
