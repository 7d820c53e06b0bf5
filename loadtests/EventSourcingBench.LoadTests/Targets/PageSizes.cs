namespace EventSourcingBench.LoadTests.Targets;

/// <summary>Events in a page of a reading. From the start they grow: there are checkpoints in a short order too.</summary>
internal static class PageSizes
{
    public const int Most = 10_000;

    public static int First(bool fromStart) => fromStart ? 100 : Most;

    public static int After(int size) => Math.Min(2 * size, Most);
}
