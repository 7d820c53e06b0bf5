using BenchmarkDotNet.Engines;

namespace EventSourcingBench.Benchmarks;

/// <summary>
/// Does what has to be done between two iterations, outside of the measured time. BenchmarkDotNet's own
/// <c>[IterationSetup]</c> would make every iteration a single invocation, too short to be measured for small streams.
/// </summary>
public sealed class BetweenIterations : IEngineFactory
{
    private static Func<Task>? _work;

    /// <summary>What the benchmark of this process wants done; null for nothing.</summary>
    /// <param name="action">What to do after each iteration.</param>
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
        {
            await action();
        }

        if (Session.Current.Pause is { Ticks: > 0 } pause)
        {
            await Task.Delay(pause, TimeProvider.System);
        }
    }
}
