namespace EventSourcingBench.LoadTests.Tests;

/// <summary>What steps of tests use.</summary>
internal static class TestTools
{
    /// <param name="progress">Default: none is shown.</param>
    public static RunTools With(RunProgress? progress = null) => new(
        new EngineLoad(new BuiltInEngine(TimeProvider.System)),
        BarSource.Synthetic(1),
        progress ?? new PlainProgress(TextWriter.Null, TimeProvider.System),
        new Dictionary<int, double>(),
        TimeProvider.System);
}
