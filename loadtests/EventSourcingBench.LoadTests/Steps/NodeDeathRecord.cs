namespace EventSourcingBench.LoadTests.Steps;

/// <summary>A node that was killed while events were appended.</summary>
internal sealed record NodeDeathRecord
{
    /// <summary>Since the start of the trial.</summary>
    public required TimeSpan At { get; init; }

    /// <summary>What was killed and what took its place, in one sentence.</summary>
    public required string What { get; init; }

    /// <summary>The longest time after the death in which nothing was acknowledged.</summary>
    public required TimeSpan Pause { get; init; }

    /// <summary>What a chart says of it.</summary>
    public string Mark =>
        string.Create(CultureInfo.InvariantCulture, $"a node killed: {Pause.TotalSeconds:0.#} s without an acknowledgement");
}
