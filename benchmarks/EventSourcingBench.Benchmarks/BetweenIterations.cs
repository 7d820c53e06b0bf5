using BenchmarkDotNet.Engines;

namespace EventSourcingBench.Benchmarks;

/// <summary>Runs an action between two iterations, outside the measured time. With BenchmarkDotNet's <c>[IterationSetup]</c> every
/// iteration would be a single invocation, which is too short to measure for small streams.</summary>
public sealed class BetweenIterations : IEngineFactory
{
    private static Func<Task>? _work;

    /// <summary>Sets the action of this process's benchmark; null for none.</summary>
    /// <param name="action">The action to run after each iteration.</param>
    public static void Do(Func<Task>? action) => _work = action;

    /// <inheritdoc/>
    public IEngine CreateReadyToRun(EngineParameters engineParameters)
    {
        ArgumentNullException.ThrowIfNull(engineParameters);
        var cleanUp = engineParameters.IterationCleanupAction;
        engineParameters.IterationCleanupAction = () =>
        {
            cleanUp();
            RestAsync().GetAwaiter().GetResult();
        };
        return new EngineFactory().CreateReadyToRun(engineParameters);
    }

    private static async Task RestAsync()
    {
        if (_work is { } action)
            await action();

        if (Session.Current.Pause is { Ticks: > 0 } pause)
            await Task.Delay(pause, TimeProvider.System);
    }
}
