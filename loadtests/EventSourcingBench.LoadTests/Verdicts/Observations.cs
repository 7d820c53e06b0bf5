namespace EventSourcingBench.LoadTests.Verdicts;

/// <summary>Enters what a read or a delivery showed.</summary>
internal static class Observations
{
    /// <summary>Enters an event.</summary>
    public static void Observe(this HistoryLane lane, EventIds ids, in FoundEvent found) => lane.Observe(
        new Observation(ids.NumberOf(found.Id), (uint)Math.Clamp(found.Version, 0, uint.MaxValue), Observation.FoldOf(found.Hash)));

    /// <summary>Enters several events.</summary>
    public static void Observe(this HistoryLane lane, EventIds ids, IEnumerable<FoundEvent> found)
    {
        foreach (var one in found)
        {
            lane.Observe(ids, one);
        }
    }
}
