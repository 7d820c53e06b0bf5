using System.Text.Json.Serialization;

namespace EventSourcingBench.Measurement.Results;

/// <summary>What one second of the measured time saw. Counts are by the time of the answer.</summary>
public sealed record SecondRecord
{
    /// <summary>0 for the first second.</summary>
    public required int Second { get; init; }

    /// <summary>Successful answers.</summary>
    public required long Successes { get; init; }

    /// <summary>Requests that were given up because of a version conflict, after the last attempt.</summary>
    public long Conflicts { get; init; }

    /// <summary>Requests that failed; it is known that nothing was done.</summary>
    public long Errors { get; init; }

    /// <summary>Requests without an answer.</summary>
    public long Timeouts { get; init; }

    /// <summary>Requests that a rule of the domain refused.</summary>
    public long Refused { get; init; }

    /// <summary>Median response time of all requests of the second (see <see cref="ResponseTimes"/>), milliseconds; null without a
    /// request.</summary>
    public double? P50Milliseconds { get; init; }

    /// <summary>Whether the median is a lower bound, because it falls among requests without an answer.</summary>
    public bool P50IsLowerBound { get; init; }

    /// <summary>99th percentile of the same.</summary>
    public double? P99Milliseconds { get; init; }

    /// <summary>Whether the 99th percentile is a lower bound.</summary>
    public bool P99IsLowerBound { get; init; }

    /// <summary>All requests of the second.</summary>
    [JsonIgnore]
    public long Requests => Successes + Conflicts + Errors + Timeouts + Refused;

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

    /// <summary>Memory of the store's server processes, bytes (proportional set size where the system has it).</summary>
    public long? ServerBytes { get; init; }

    /// <summary>Each process of the API where there are several, in the order of the nodes; null for one that was away. Empty for one
    /// alone.</summary>
    public IReadOnlyList<NodeSample?> Nodes { get; init; } = [];
}

/// <summary>What one process of several used in a second: CPU in cores, memory in bytes.</summary>
public sealed record NodeSample(double Cores, long Bytes);
