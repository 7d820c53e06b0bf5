namespace EventSourcingBench.Reporting.Tests;

/// <summary>Published runs that were not measured: eight stores and six suites, in which one store lost events.</summary>
internal static class SyntheticPublished
{
    public static readonly string[] Machines = ["Example CPU A", "Example CPU B", "Example CPU C"];

    private static readonly string[] Stores = ["etcd", "filelog", "marten", "memory", "mongodb", "postgres", "sqlite", "umadb"];
    private static readonly string[] Suites = ["append", "projection", "mixed", "enrolment", "reservation", "subscription"];
    private static readonly Lazy<PublishedRun> First = new(() =>
    {
        var run = Publication.Of(new SyntheticRun { Stores = Stores }.Complete());
        return run with { Suites = [.. Suites.Select((name, i) => run.Suites[i == 1 ? 1 : 0] with { Name = name })] };
    });

    /// <summary>The run of a day, on one of three machines by turns; every fifth was forced.</summary>
    public static PublishedRun Of(int day)
    {
        var at = new DateTimeOffset(2026, 1, 1, 7, 0, 0, TimeSpan.Zero).AddDays(day);
        var run = First.Value;
        return run with
        {
            Id = FormattableString.Invariant($"{at:yyyyMMdd'T'HHmmss'Z'}-published"),
            StartedAt = at,
            Machine = run.Machine with { Cpu = Machines[day % Machines.Length] },
            Stores = [.. run.Stores.Select(s => s with
            {
                Settings = Enumerable.Range(0, 20).ToDictionary(i => $"setting_{i}", i => $"{i * day} kB", StringComparer.Ordinal),
            })],
            Forced = day % 5 == 4 ? ["The machine was not fit: it was busy."] : [],
        };
    }
}
