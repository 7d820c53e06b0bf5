namespace EventSourcingBench.LoadTests.Ingest;

/// <summary>Where the record of a step has it.</summary>
internal static class IngestDetail
{
    /// <summary>Its member in JSON, and the beginning of its paths in reports.</summary>
    public const string Name = "ingest";

    /// <summary>The object of a step; one of an earlier version with the trial in which a node died, the last one.</summary>
    public static (string Name, object Value)? Of(StepRecord step) => step.Ingest is not { } ingest ? null
        : ingest.NodeDeath is null ? (Name, ingest)
        : (Name, ingest with { Trials = [.. ingest.Trials.Select((t, i) => t with { NodeDied = i == ingest.Trials.Count - 1 })] });

    extension(StepRecord step)
    {
        public IngestRecord? Ingest => step.Detail<IngestRecord>(Name);
    }
}
