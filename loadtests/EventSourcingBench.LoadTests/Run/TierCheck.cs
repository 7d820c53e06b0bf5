namespace EventSourcingBench.LoadTests.Run;

/// <summary>Checks after a step that the store's tier is still what it was, and that the step does not refute it.</summary>
internal sealed class TierCheck(Step step, StoreUnderTest store, RunTools tools)
{
    // What cannot be established is that.
    private static readonly string Unproven = StoreTarget.Text(DurabilityTier.Buffered);

    public async Task<StepRecord> CheckAsync(StepRecord record)
    {
        // A node that was killed for the sake of the step is missing afterwards.
        if (store.HasLostNode || record.Reservations?.NodeDeath is not null)
            return record;

        var opened = tools.Stores.First(s => s.Name == step.Store);
        var found = await FindAsync(record);
        if (found is null || (found.Tier == opened.Durability && found.Reason == opened.DurabilityReason))
            return record;

        if (found.IsWeakerThan(opened.Durability))
            tools.Progress.Say($"{step}: ranked as {found.Tier}, not as {opened.Durability}. {found.Reason}");

        return record with { Durability = found };
    }

    private async Task<DurabilityRecord?> FindAsync(StepRecord record)
    {
        try
        {
            var now = await store.DescribeAsync(CancellationToken.None);
            var (claim, reason) = (now.Durability, now.DurabilityReason);
            return claim == StoreTarget.Forced && store.Disk is { } disk
                && ForcingClaim.Refute(record, step.Suite.Writes(record), () => disk.MeasureFastestForce(tools.Time)) is { } refutation
                    ? new DurabilityRecord(
                        Unproven, $"Its claim to be {claim} is refuted: {refutation}. The store says of itself: {reason}")
                    : new DurabilityRecord(claim, reason);
        }
        catch (Exception e) when (StoreFailureException.Is(e))
        {
            // A step without a good verdict is not ranked by anything.
            return record.Verdict.Passed ? new DurabilityRecord(Unproven, $"It could not be read after the step: {e.Message}") : null;
        }
        catch (IOException e)
        {
            // The disk is full: it forces nothing to compare with.
            return new DurabilityRecord(Unproven, $"Its claim to be {StoreTarget.Forced} could not be checked: {e.Message}");
        }
    }
}

/// <summary>Whether a step refutes that each success was forced to disk, where each needs a forced write while it is under way.</summary>
internal static class ForcingClaim
{
    // A choice, to accuse no honest store: the disk may be faster than it was when it was measured.
    private const int Margin = 2;

    // What may be lost at the edges of the measured time.
    private const double CountedShare = 0.95;
    private const int CountedEdge = 1;

    public static string? Refute(StepRecord step, HistogramRecord? writes, Func<double> fastestForce) =>
        (step.Copies == 1 || step.Growth is not null) && writes is { Count: > 0 }
            ? ByCount(step.ForcedWrites, writes.Count) ?? ByTime(writes, fastestForce)
            : null;

    private static string? ByCount(ForcedWritesRecord? forced, long needed) =>
        forced is null || forced.Count + CountedEdge >= needed * CountedShare ? null : FormattableString.Invariant(
            $"{needed:N0} successes one after the other came with {forced.Count:N0} forced writes ({forced.Source})");

    private static string? ByTime(HistogramRecord successes, Func<double> fastestForce)
    {
        var median = LatencyHistogram.FromRecord(successes).Percentile(50).TotalMicroseconds;
        return fastestForce() is var fastest && median >= fastest / Margin
            ? null
            : FormattableString.Invariant(
                $"half of its successes took at most {median:0} µs, while the fastest forced write measured here took {fastest:0} µs");
    }
}
