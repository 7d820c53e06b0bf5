namespace EventSourcingBench.Benchmarks;

/// <summary>Runs an action between two iterations, outside the measured time. With BenchmarkDotNet's <c>[IterationSetup]</c> every
/// iteration would be a single invocation, which is too short to measure for small streams.</summary>
public sealed class BetweenIterations : IEngineFactory
{
    /// <summary>The action of this process's benchmark, run after each iteration; null for none.</summary>
    internal static Func<Task>? Work { get; set; }

    public IEngine CreateReadyToRun(EngineParameters engineParameters)
    {
        engineParameters.IterationCleanupAction += () => RestAsync().GetAwaiter().GetResult();
        return new EngineFactory().CreateReadyToRun(engineParameters);
    }

    private static async Task RestAsync()
    {
        if (Work is { } action)
            await action();

        if (Session.Current.Pause is { Ticks: > 0 } pause)
            await Task.Delay(pause, TimeProvider.System);
    }
}
