namespace EventSourcingBench.LoadTests.Faults;

internal static class FaultParameters
{
    public static Parameter<IReadOnlyList<Named<Func<StoreUnderTest, Fault>>>> Faults { get; } = new(
        "faults", Named.Values(FaultKind.All).Several(),
        "Faults to inject repeatedly during the load, one step each. kill, kill-api, kill-node: SIGKILL of what holds the data, of the API "
        + "or of one server node in turn, with immediate restart. kill-leader: SIGKILL of the leader or primary, while a majority is left. "
        + "cold-restart, power-cut, torn-write: kill, and before the restart drop the page cache, discard what was not synced "
        + "(--lazyfs), or append a torn write to the log. pause, pause-api, pause-node: SIGSTOP for a time. partition, "
        + "partition-node: block the connections to the server or to one node; isolate-node: block those between one node and the "
        + "others. delay: delay all traffic for two seconds. reset: reset the connections. disk-full, slow-disk: fill the file "
        + "system of the data, or write to its disk, for a time. clock-jump: set the clock of what holds the data ahead for three "
        + "seconds: kill,pause:5s.");

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

    public static bool HitServers(Workload workload) => workload.Get(Faults).Any(f => f.Kind is FaultKind { HitsServer: true });

    public static bool HitMachine(Workload workload) => workload.Get(Faults).Any(f => f.Kind is FaultKind { HitsMachine: true });

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
