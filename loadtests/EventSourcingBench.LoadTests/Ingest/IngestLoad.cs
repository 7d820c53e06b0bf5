namespace EventSourcingBench.LoadTests.Ingest;

/// <summary>What a step of the suite <c>ingest</c> appends, and how.</summary>
internal sealed record IngestLoad(string BufferMode, long BufferBytes, long Count)
{
    public const string Blocking = "blocking";

    public const string NonBlocking = "non-blocking";

    /// <summary>That of a step, in whose workload the first of several values counts.</summary>
    public static IngestLoad Of(Workload workload) => new(
        workload.Get(IngestParameters.BufferModes)[0],
        workload.Get(IngestParameters.Buffers)[0],
        workload.Get(IngestParameters.Counts)[0]);

    /// <summary>Such as <c>1,000,000 events, blocking 64KB</c>.</summary>
    public override string ToString() => string.Create(
        CultureInfo.InvariantCulture, $"{Count:N0} event{(Count == 1 ? "" : "s")}, {BufferMode} {SizeText.Of(BufferBytes)}");
}
