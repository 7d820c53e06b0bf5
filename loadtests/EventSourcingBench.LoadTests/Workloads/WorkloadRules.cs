using EventSourcingBench.Measurement;

namespace EventSourcingBench.LoadTests;

/// <summary>The ranges of a workload's parameters, the same for a file and for the command line.</summary>
internal static class WorkloadRules
{
    private const int MostCopies = 1_000;
    private const double MostRate = 100_000;
    private const int MostSteps = 100;
    private const int MostTrials = 100;
    private const int MostStreams = 100_000;
    private const long MostPreload = 100_000_000;
    private static readonly TimeSpan LeastDuration = TimeSpan.FromMilliseconds(100);
    private static readonly TimeSpan MostDuration = TimeSpan.FromHours(24);
    private static readonly TimeSpan MostWarmUp = TimeSpan.FromHours(1);
    private static readonly TimeSpan LeastTimeout = TimeSpan.FromMilliseconds(10);
    private static readonly TimeSpan MostTimeout = TimeSpan.FromMinutes(10);

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

    /// <summary>What contradicts itself in the workload as a whole, or null.</summary>
    /// <param name="workload">Its single values are in range.</param>
    public static string? OfWhole(WorkloadRecord workload) => (workload.Copies.Count, workload.Rates.Count) switch
    {
        (0, 0) => "neither copies (closed model) nor rates (open model) are given: one of them is needed.",
        ( > 0, > 0) => "copies (closed model) and rates (open model) exclude each other: take one of them out.",
        _ => null,
    };

    private static string? OfList<T>(IReadOnlyList<T> values) =>
        values.Count is 0 or > MostSteps ? "say 1 to 100 numbers."
        : values.Distinct().Count() != values.Count ? "a number is there twice; use trials to repeat steps."
        : null;
}
