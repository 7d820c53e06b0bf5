using EventSourcingBench.Api;
using EventSourcingBench.Measurement;

namespace EventSourcingBench.LoadTests;

/// <summary>The ranges of a workload's parameters, the same for a file and for the command line.</summary>
internal static class WorkloadRules
{
    private const int MostCopies = 1_000;
    /// <summary>The highest rate, requests a second.</summary>
    public const double MostRate = 100_000;

    private const int MostSteps = 100;
    private const int MostTrials = 100;
    private const int MostStreams = 100_000;
    private const long MostPreload = 100_000_000;
    private const long MostEvents = 100_000_000;
    private const long LeastGrowth = 2_000;
    private const long LeastBuffer = 64;
    private const long MostBuffer = 64L << 20;
    private const long LeastMemory = 64L << 10;
    private const long MostMemory = 16L << 30;
    private const int MostNodes = 9;
    private const int MostShows = 1_000_000;
    private const int MostSeats = 10_000;
    private const int MostGrouping = 1_000;
    private const int MostTries = 100;
    private const double MostSkew = 5;
    private const int NodesToLoseOne = 3;
    private static readonly TimeSpan LeastDuration = TimeSpan.FromMilliseconds(100);
    private static readonly TimeSpan MostDuration = TimeSpan.FromHours(24);
    private static readonly TimeSpan MostWarmUp = TimeSpan.FromHours(1);
    private static readonly TimeSpan LeastTimeout = TimeSpan.FromMilliseconds(10);
    private static readonly TimeSpan MostTimeout = TimeSpan.FromMinutes(10);
    private static readonly TimeSpan LeastLinger = TimeSpan.FromMilliseconds(1);
    private static readonly TimeSpan MostLinger = TimeSpan.FromMinutes(1);

    /// <summary>How long an event waits in a buffer that does not fill, where the workload does not say.</summary>
    public static TimeSpan DefaultLinger { get; } = TimeSpan.FromSeconds(1);

    /// <summary>Zipf's exponent where the workload does not say.</summary>
    public static double DefaultSkew => 1;

    /// <summary>What may wait in a non-blocking buffer, where the workload does not say.</summary>
    public static long DefaultMemoryLimit => 64L << 20;

    /// <summary>What is wrong with copies, or null.</summary>
    public static string? OfCopies(IReadOnlyList<int> copies) =>
        OfList(copies) ?? (copies.All(c => c is >= 1 and <= MostCopies) ? null : "say whole numbers from 1 to 1000, such as 1, 2, 4, 8.");

    /// <summary>What is wrong with rates, or null.</summary>
    public static string? OfRates(IReadOnlyList<double> rates) =>
        OfList(rates) ?? (rates.All(r => r is > 0 and <= MostRate) ? null : "say requests a second, more than 0 and at most 100000, such as 250, 500.");

    /// <summary>What is wrong with the measured time, or null.</summary>
    public static string? OfDuration(TimeSpan duration) =>
        duration >= LeastDuration && duration <= MostDuration ? null : "say a duration from 100ms to 24h, such as 30s or 5m.";

    /// <summary>What is wrong with the warm-up, or null.</summary>
    public static string? OfWarmUp(TimeSpan warmUp) =>
        warmUp >= TimeSpan.Zero && warmUp <= MostWarmUp ? null : "say a duration from 0 to 1h, such as 2s.";

    /// <summary>What is wrong with the timeout, or null.</summary>
    public static string? OfTimeout(TimeSpan timeout) =>
        timeout >= LeastTimeout && timeout <= MostTimeout ? null : "say a duration from 10ms to 10m, such as 5s.";

    /// <summary>What is wrong with the number of trials, or null.</summary>
    public static string? OfTrials(int trials) => trials is >= 1 and <= MostTrials ? null : "say a whole number from 1 to 100.";

    /// <summary>What is wrong with the number of streams, or null.</summary>
    public static string? OfStreams(int streams) => streams is >= 1 and <= MostStreams ? null : "say a whole number from 1 to 100000.";

    /// <summary>What is wrong with what is in the store before the load, or null.</summary>
    public static string? OfPreloads(IReadOnlyList<long> preloads) =>
        OfList(preloads) ?? (preloads.All(p => p is >= 0 and <= MostPreload) ? null : "say operations from 0 to 100000000, such as 0, 10000, 1000000.");

    /// <summary>What is wrong with the number of shared courses, or null.</summary>
    public static string? OfHotCourses(int courses) => courses is >= 0 and <= EnrolmentScript.Each ? null : "say a whole number from 0 (each client has its own) to 10.";

    /// <summary>What is wrong with the number of shows, or null.</summary>
    public static string? OfShows(int shows) => shows is >= 1 and <= MostShows ? null : "say a whole number from 1 to 1000000.";

    /// <summary>What is wrong with the number of seats of a show, or null.</summary>
    public static string? OfSeats(int seats) => seats is >= 1 and <= MostSeats ? null : "say a whole number from 1 to 10000.";

    /// <summary>What is wrong with the number of shows whose requests are shuffled together, or null.</summary>
    public static string? OfGrouping(int shows) => shows is >= 1 and <= MostGrouping ? null : "say a whole number from 1 to 1000.";

    /// <summary>What is wrong with orders of requests, or null.</summary>
    public static string? OfOrders(IReadOnlyList<string> orders) => OfNames(orders, ReservationShape.Orders);

    /// <summary>What is wrong with ways to handle commands, or null.</summary>
    public static string? OfStrategies(IReadOnlyList<string> strategies) => OfNames(strategies, ReservationStrategies.Names);

    /// <summary>What is wrong with the number of tries, or null.</summary>
    public static string? OfTries(int tries) => tries is >= 1 and <= MostTries ? null : "say a whole number from 1 to 100.";

    /// <summary>What is wrong with exponents of the skew, or null.</summary>
    public static string? OfSkews(IReadOnlyList<double> skews) =>
        OfList(skews) ?? (skews.All(s => s is >= 0 and <= MostSkew) ? null : "say numbers from 0 (even) to 5, such as 0.5, 1, 1.2; 1 is the classical Zipf.");

    /// <summary>What is wrong with numbers of events, or null.</summary>
    public static string? OfCounts(IReadOnlyList<long> counts) =>
        OfList(counts) ?? (counts.All(c => c is >= 1 and <= MostEvents) ? null : "say events from 1 to 100000000, such as 1, 10000, 1000000.");

    /// <summary>What is wrong with sizes of buffers, or null.</summary>
    public static string? OfBuffers(IReadOnlyList<long> sizes) =>
        OfList(sizes) ?? (sizes.All(s => s is >= LeastBuffer and <= MostBuffer) ? null : "say sizes from 64B to 64MB, such as 1KB, 64KB, 1MB.");

    /// <summary>What is wrong with ways to buffer, or null.</summary>
    public static string? OfBufferModes(IReadOnlyList<string> modes) =>
        OfList(modes) ?? (modes.All(m => m is IngestLoad.Blocking or IngestLoad.NonBlocking) ? null : $"say {IngestLoad.Blocking}, {IngestLoad.NonBlocking} or both.");

    /// <summary>What is wrong with numbers of nodes, or null.</summary>
    public static string? OfNodes(IReadOnlyList<int> nodes) =>
        OfList(nodes) ?? (nodes.All(n => n is >= 1 and <= MostNodes) ? null : "say whole numbers from 1 to 9, such as 1, 3, 5.");

    /// <summary>What is wrong with the time that an event waits for company, or null.</summary>
    public static string? OfLinger(TimeSpan linger) =>
        linger >= LeastLinger && linger <= MostLinger ? null : "say a duration from 1ms to 1m, such as 1s.";

    /// <summary>What is wrong with what may wait in memory, or null.</summary>
    public static string? OfMemoryLimit(long bytes) => bytes is >= LeastMemory and <= MostMemory ? null : "say a size from 64KB to 16GB, such as 64MB.";

    /// <summary>What is wrong with the time of a node's death, or null.</summary>
    public static string? OfKillNodeAt(TimeSpan at) =>
        at > TimeSpan.Zero && at <= MostDuration ? null : "say a duration of more than 0 and at most 24h, such as 10s.";

    /// <summary>What is wrong with the number of events that a store grows to, or null.</summary>
    public static string? OfEvents(long events) =>
        events is >= LeastGrowth and <= MostEvents ? null : "say events from 2000 to 100000000, such as 1000000.";

    /// <summary>What is wrong with the number of events between samples, or null.</summary>
    public static string? OfSampleEvery(long events) =>
        events is >= LeastGrowth and <= MostEvents ? null : "say events from 2000 to 100000000, such as 100000.";

    /// <summary>What is wrong with the rate of a background load, or null.</summary>
    public static string? OfBackground(double rate) => rate is >= 0 and <= MostRate ? null : "say appends a second, 0 (none) to 100000, such as 200.";

    /// <summary>What contradicts itself in a load of reservations, or null.</summary>
    /// <param name="workload">Its single values are in range.</param>
    public static string? OfReservation(WorkloadRecord workload) =>
        OfWhole(workload)
        ?? (workload.Slo is not null && workload.Rates.Count == 0 ? "a bound is searched by rates (open model): say a rate to begin with instead of copies." : null)
        ?? (workload.KillNodeAt is null ? null
            : workload.Nodes.DefaultIfEmpty(1).Max() == 1 ? "a node can be killed only where others are left: ask for 2 nodes or more."
            : workload.KillNodeAt >= workload.Duration ? "the node would be killed after the measured time: kill it earlier, or measure longer."
            : null);

    /// <summary>What contradicts itself in an ingest, or null.</summary>
    /// <param name="workload">Its single values are in range.</param>
    public static string? OfIngest(WorkloadRecord workload) =>
        workload.KillNodeAt is not null && workload.Nodes.Max() < NodesToLoseOne
            ? "a node can be killed only where others are left: ask for 3 nodes or more."
            : workload.BufferModes.Contains(IngestLoad.NonBlocking) && workload.MemoryLimit < 2 * workload.Buffers.Max()
                ? $"the memory limit {SizeText.Of(workload.MemoryLimit)} is less than two buffers of {SizeText.Of(workload.Buffers.Max())}: raise it."
                : null;

    /// <summary>What contradicts itself in a growth, or null.</summary>
    /// <param name="workload">Its single values are in range.</param>
    public static string? OfGrowth(WorkloadRecord workload) => workload.SampleEvery > workload.Events
        ? "the store would not grow to its first sample: take fewer events between samples, or more events."
        : null;

    /// <summary>What contradicts itself in the workload as a whole, or null.</summary>
    /// <param name="workload">Its single values are in range.</param>
    public static string? OfWhole(WorkloadRecord workload) => (workload.Copies.Count, workload.Rates.Count) switch
    {
        (0, 0) => "neither copies (closed model) nor rates (open model) are given: one of them is needed.",
        ( > 0, > 0) => "copies (closed model) and rates (open model) exclude each other: take one of them out.",
        _ => null,
    };

    private static string? OfNames(IReadOnlyList<string> names, IReadOnlyList<string> known) =>
        OfList(names) ?? (names.All(known.Contains) ? null : $"say one or more of {string.Join(", ", known)}.");

    private static string? OfList<T>(IReadOnlyList<T> values) =>
        values.Count is 0 or > MostSteps ? $"say 1 to 100 {Things<T>()}s."
        : values.Distinct().Count() != values.Count ? $"a {Things<T>()} is there twice; use trials to repeat steps."
        : null;

    private static string Things<T>() => typeof(T) == typeof(string) ? "name" : "number";
}
