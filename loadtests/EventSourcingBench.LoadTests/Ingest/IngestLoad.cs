namespace EventSourcingBench.LoadTests.Ingest;

/// <summary>What a step of the suite <c>ingest</c> appends, and how.</summary>
/// <param name="BufferMode"><see cref="Blocking"/> or <see cref="NonBlocking"/>.</param>
/// <param name="BufferBytes">Bytes of event data at which the buffer is flushed.</param>
/// <param name="Count">Events in each trial.</param>
internal sealed record IngestLoad(string BufferMode, long BufferBytes, long Count)
{
    /// <summary>A producer waits for room.</summary>
    public const string Blocking = "blocking";

    /// <summary>A producer never waits.</summary>
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
