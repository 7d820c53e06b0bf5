namespace EventSourcingBench.LoadTests;

/// <summary>The keys of workload files.</summary>
internal static class WorkloadKeys
{
    public const string Copies = "copies";
    public const string Rates = "rates";
    public const string Ramp = "ramp";
    public const string Duration = "duration";
    public const string WarmUp = "warmUp";
    public const string Trials = "trials";
    public const string Streams = "streams";
    public const string Timeout = "timeout";
    public const string Preloads = "preloads";
    public const string HotCourses = "hotCourses";
    public const string Shows = "shows";
    public const string Seats = "seats";
    public const string Grouping = "grouping";
    public const string RequestOrders = "requestOrders";
    public const string CommandHandling = "commandHandling";
    public const string Tries = "tries";
    public const string Slo = "slo";
    public const string Skews = "skews";
    public const string Counts = "counts";
    public const string Buffers = "buffers";
    public const string BufferModes = "bufferModes";
    public const string Nodes = "nodes";
    public const string Linger = "linger";
    public const string MemoryLimit = "memoryLimit";
    public const string KillNodeAt = "killNodeAt";
    public const string Events = "events";
    public const string SampleEvery = "sampleEvery";
    public const string Background = "background";

    /// <summary>Former names and what they are called now.</summary>
    public static readonly IReadOnlyDictionary<string, string> Renamed = new Dictionary<string, string>(StringComparer.Ordinal)
    {
        ["orders"] = RequestOrders,
        ["strategies"] = CommandHandling,
    };
}
