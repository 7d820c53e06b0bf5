namespace EventSourcingBench.LoadTests.Steps;

/// <summary>What has come of a step so far.</summary>
internal sealed record StepResult
{
    /// <summary>Start of the measured time, or of the step while there is none.</summary>
    public required DateTimeOffset StartedAt { get; init; }

    /// <summary>The measured time.</summary>
    public TimeSpan Elapsed { get; init; }

    /// <summary>One sample a second.</summary>
    public IReadOnlyList<SecondRecord> Seconds { get; init; } = [];

    /// <summary>The delays of a projection that caught up.</summary>
    public HistogramRecord? ProjectionDelay { get; init; }

    /// <summary>What the suite itself measured, under its name in the record; null for nothing.</summary>
    public (string Name, object Value)? Detail { get; init; }

    /// <summary>Times and messages of errors, by operation.</summary>
    public required IReadOnlyList<LoadRecorder> Recorders { get; init; }

    /// <summary>Events a second, where they are not the successes of the measured time; else null.</summary>
    public double? Throughput { get; init; }

    /// <summary>Forced writes in the measured time; null where they were not counted.</summary>
    public ForcedWritesRecord? ForcedWrites { get; init; }

    /// <summary>The engine's own report, within the results folder; null where there is none.</summary>
    public string? EngineReport { get; init; }

    /// <summary>What a reader of the numbers must know of how they came about.</summary>
    public IReadOnlyList<string> Notes { get; init; } = [];

    /// <summary>Why the step could not be run to its end.</summary>
    public string? Failure { get; init; }
}
