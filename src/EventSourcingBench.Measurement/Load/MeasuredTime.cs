namespace EventSourcingBench.Measurement.Load;

/// <summary>The time that was measured.</summary>
/// <param name="StartedAt">UTC.</param>
/// <param name="Elapsed">From the start to the later of the planned end and the last answer.</param>
/// <param name="Interrupted">True when it was cancelled before its planned end.</param>
public sealed record MeasuredTime(DateTimeOffset StartedAt, TimeSpan Elapsed, bool Interrupted)
{
    /// <summary>The engine's own report, a file in <see cref="LoadScenario.ReportFolder"/>; null where it made none.</summary>
    public string? EngineReport { get; init; }

    /// <summary>What a reader of the numbers must know of how the load was made, a sentence each.</summary>
    public IReadOnlyList<string> Notes { get; init; } = [];
}
