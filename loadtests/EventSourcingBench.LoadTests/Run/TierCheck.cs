namespace EventSourcingBench.LoadTests.Run;

/// <summary>Checks after a step that the store's tier is still what it was, and that the step does not refute it.</summary>
internal sealed class TierCheck(Step step, IStoreUnderTest store, RunTools tools)
{
    // What cannot be established is that.
    private static readonly string Unproven = StoreTarget.Text(DurabilityTier.Buffered);

    public async Task<StepRecord> CheckAsync(StepRecord record)
    {
        // A node that was killed for the sake of the step is missing afterwards.
        if (record.Ingest?.NodeDeath is not null || record.Reservations?.NodeDeath is not null)
        {
            return record;
        }

        var opened = tools.Stores.First(s => s.Name == step.Store);
        var found = await FindAsync(record);
        if (found is null || (found.Tier == opened.Durability && found.Reason == opened.DurabilityReason))
        {
            return record;
        }

        if (found.IsWeakerThan(opened.Durability))
        {
            tools.Progress.Say($"{step}: ranked as {found.Tier}, not as {opened.Durability}. {found.Reason}");
        }

        return record with { Durability = found };
    }

    private async Task<DurabilityRecord?> FindAsync(StepRecord record)
    {
        StoreRecord now;
        try
        {
            now = await store.DescribeAsync(CancellationToken.None);
        }
        catch (Exception e) when (e is StoreFailureException or StoreUnavailableException)
        {
            // A step without a good verdict is not ranked by anything.
            return record.Verdict.Passed ? new DurabilityRecord(Unproven, $"It could not be read after the step: {e.Message}") : null;
        }

        var (claim, reason) = (now.Durability, now.DurabilityReason);
        return claim == StoreTarget.Forced && store.Disk is { } disk
            && ForcingClaim.Refute(record, step.Suite.Writes(record), () => disk.MeasureFastestForce(tools.Time)) is { } refutation
                ? new DurabilityRecord(Unproven, $"Its claim to be {claim} is refuted: {refutation}. The store says of itself: {reason}")
                : new DurabilityRecord(claim, reason);
    }
}
