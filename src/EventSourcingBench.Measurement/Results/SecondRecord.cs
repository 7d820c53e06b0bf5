namespace EventSourcingBench.Measurement.Results;

/// <summary>What one second of the measured time saw. Counts are by the time of the answer, and by <see cref="Outcome"/>. What the
/// generator, the API and the store's server used is the sum over their processes: CPU in cores (1.0 is one core busy), resident memory in
/// bytes (what processes of a server share counts once); null where it cannot be read.</summary>
/// <param name="Second">0 for the first second.</param>
/// <param name="P50Milliseconds">Median response time of all requests (see <see cref="ResponseTimes"/>); null without one.</param>
/// <param name="P50IsLowerBound">Whether the median is a lower bound, because it falls among requests without an answer.</param>
/// <param name="P99Milliseconds">99th percentile of the same; null with fewer than 1,000 requests.</param>
/// <param name="OtherCores">CPU of all other processes of this machine, in cores, with <c>--together</c> those of the other stores too;
/// null where the system does not tell, in a step shorter than a second, and where the server's processes are not known.</param>
public sealed record SecondRecord(
    int Second, long Successes, long Conflicts = 0, long Errors = 0, long Timeouts = 0, long Refused = 0,
    double? P50Milliseconds = null, bool P50IsLowerBound = false, double? P99Milliseconds = null, bool P99IsLowerBound = false,
    double? ClientCores = null, double? ApiCores = null, double? ServerCores = null, double? OtherCores = null,
    long? ClientBytes = null, long? ApiBytes = null, long? ServerBytes = null)
{
    /// <summary>Threads of the API's processes; null as above.</summary>
    public int? ApiThreads { get; init; }

    /// <summary>Their open files, sockets and the like, once a minute; null in other seconds.</summary>
    public int? ApiHandles { get; init; }

    /// <summary>The same of the server.</summary>
    public int? ServerThreads { get; init; }

    public int? ServerHandles { get; init; }

    /// <summary>Bytes of the store's data folder, once a minute; null in other seconds, and where the data is elsewhere.</summary>
    public long? DiskBytes { get; init; }

    [JsonIgnore]
    public LoadTotals Totals => new(Successes, Conflicts, Errors, Timeouts, Refused);

    [JsonIgnore]
    public long Requests => Totals.Requests;

    /// <summary>Each process of the API where there are several, in the order of the nodes; null for one that was away.</summary>
    public IReadOnlyList<NodeSample?> Nodes { get; init; } = [];
}

/// <summary>What one process of several used in a second: CPU in cores, memory in bytes.</summary>
public sealed record NodeSample(double Cores, long Bytes);
