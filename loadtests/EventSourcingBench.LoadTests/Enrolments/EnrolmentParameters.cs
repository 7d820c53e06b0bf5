namespace EventSourcingBench.LoadTests.Enrolments;

internal static class EnrolmentParameters
{
    public static Parameter<IReadOnlyList<long>> Preloads { get; } = new(
        "preloads", Values.Number(0L, 100_000_000L).Several(),
        "Operations whose events are in the store before the load, one step each: 0,10000,1000000.")
    { Default = "0", Option = "--preload", Unit = "operations" };

    public static Parameter<int> HotCourses { get; } = new(
        "hotCourses", Values.Number(0, EnrolmentPreload.Each), "Courses that all clients share, 1 to 10; 0: each client has its own.")
    { Default = "0" };

    public static IReadOnlyList<Parameter> All { get; } = [.. LoadParameters.Timed, Preloads, HotCourses, LoadParameters.Timeout];

    public static IEnumerable<StepLoad> Steps(Workload workload) =>
        from preloaded in workload.Each(Preloads)
        from load in LoadParameters.Steps(preloaded)
        select load with { Preload = preloaded.Get(Preloads)[0] };
}
