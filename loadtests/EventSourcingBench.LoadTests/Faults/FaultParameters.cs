namespace EventSourcingBench.LoadTests.Faults;

internal static class FaultParameters
{
    public static Parameter<IReadOnlyList<Named<Func<IStoreUnderTest, Fault>>>> Faults { get; } = new(
        "faults", Named.Values(FaultKind.All).Several(),
        "What goes wrong during the load, again and again, one step each. kill: SIGKILL of the server, or of the API of an embedded store, "
        + "which is started again at once; kill-api: of the API; kill-node: of one node of the server in turn. kill-leader: of the node "
        + "whose death is worst, once. cold-restart, power-cut, torn-write: kill, and meanwhile its files leave the page cache, what was "
        + "not forced to disk is forgotten (--lazyfs), or a torn write stands behind its log. pause, pause-node, pause-api: SIGSTOP for a "
        + "time. partition, partition-node: the connections to the server, or to one node, carry nothing for a time; isolate-node: those "
        + "between one node and the others; delay: all comes that much later, for two seconds; reset: they are reset. disk-full, "
        + "slow-disk: the file system of its data is full, or others write to its disk, for a time. clock-jump: the time of day of what "
        + "holds the data is that much ahead, for three seconds: kill,pause:5s.");

    public static Parameter<TimeSpan> Every { get; } = new(
        "every", Values.Duration("100ms", "1h"),
        "Time from one fault to the next; the first comes after half of it. One that comes before the store serves again is left out: 5s.");

    /// <summary>The same for suites that run without faults too.</summary>
    public static IReadOnlyList<Parameter> Optional { get; } = [Faults with { Default = Named.Nothing }, Every with { Default = "5s" }];

    public static IReadOnlyList<Parameter> All { get; } =
        [.. LoadParameters.Timed, LoadParameters.Nodes, LoadParameters.Streams, Faults, Every, LoadParameters.Timeout];

    public static IEnumerable<StepLoad> Steps(Workload workload) =>
        from step in workload.Each([Faults])
        from load in LoadParameters.Steps(step)
        select load with { Text = step.Get(Faults)[0].Text };

    public static string? Check(Workload workload) => LoadParameters.Check(workload)
        ?? (AreAny(workload) && workload.Get(Every) > workload.Get(LoadParameters.Duration)
            ? $"no fault would happen within {DurationText.Of(workload.Get(LoadParameters.Duration))}: "
                + "make every shorter, or duration longer."
            : null);

    public static bool AreAny(Workload workload) => workload.Get(Faults).Any(f => f.Kind is not null);

    public static Surroundings NeedsOf(Workload workload) =>
        workload.Get(Faults).Aggregate(Surroundings.None, (needs, f) => needs | ((f.Kind as FaultKind)?.Needs ?? Surroundings.None));

    /// <summary>When faults happen in the measured time: each has half of the interval at least to recover from.</summary>
    public static IEnumerable<TimeSpan> TimesOf(Workload workload)
    {
        var (every, duration) = (workload.Get(Every), workload.Get(LoadParameters.Duration));
        for (var at = every / 2; at + (every / 2) <= duration; at += every)
            yield return at;
    }
}
