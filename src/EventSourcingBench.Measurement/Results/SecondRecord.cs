namespace EventSourcingBench.Measurement;

/// <summary>What one second of the measured time saw. Counts are by the time of the answer.</summary>
public sealed record SecondRecord
{
    /// <summary>0 for the first second.</summary>
    public required int Second { get; init; }

    /// <summary>Successful answers.</summary>
    public required long Successes { get; init; }

    /// <summary>Lost races, and refusals by a rule of the domain.</summary>
    public long Conflicts { get; init; }

    /// <summary>Errors, timeouts and unknown outcomes.</summary>
    public long Failures { get; init; }

    /// <summary>Median response time of the successes, milliseconds; null without a success.</summary>
    public double? P50Milliseconds { get; init; }

    /// <summary>99th percentile of the same.</summary>
    public double? P99Milliseconds { get; init; }

    /// <summary>CPU of the generator, in cores (1.0 is one core busy); null where it cannot be read.</summary>
    public double? ClientCores { get; init; }

    /// <summary>CPU of the API, in cores: of all its processes together.</summary>
    public double? ApiCores { get; init; }

    /// <summary>CPU of the store's server processes, in cores.</summary>
    public double? ServerCores { get; init; }

    /// <summary>Resident memory of the generator, bytes.</summary>
    public long? ClientBytes { get; init; }

    /// <summary>Memory of the API, bytes: of all its processes together.</summary>
    public long? ApiBytes { get; init; }

    /// <summary>Memory of the store's server processes, bytes (proportional set size where the system tells it).</summary>
    public long? ServerBytes { get; init; }

    /// <summary>Each process of the API where there are several, in the order of the nodes; null for one that was away. Empty for one alone.</summary>
    public IReadOnlyList<NodeSample?> Nodes { get; init; } = [];
}
