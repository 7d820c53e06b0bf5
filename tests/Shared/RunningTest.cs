namespace EventSourcingBench.Tests;

internal static class RunningTest
{
    /// <summary>Ends what a test waits for when the test is cancelled.</summary>
    public static CancellationToken Cancel => TestContext.Current.CancellationToken;
}
