namespace EventSourcingBench.LoadTests.Enrolments;

internal static class SpeedrunText
{
    /// <summary>
    /// A second as the published speedrun prints it: iterations and operations so far, then the time for one operation and
    /// the rate in this second.
    /// </summary>
    public static string EverySecond(Step step, SecondRecord second, LoadTotals totals)
    {
        var operations = Math.Max(1, second.Successes);
        var microseconds = 1_000_000.0 * (step.Copies ?? 1) / operations;
        var clock = TimeSpan.FromSeconds(second.Second + 1).ToString(@"h\:mm\:ss", CultureInfo.InvariantCulture);
        return string.Create(
            CultureInfo.InvariantCulture,
            $"[{clock}s] {totals.Successes / EnrolmentScript.OperationsOfIteration,9} iterations {totals.Successes,9} ops "
            + $"{microseconds,8:0} μs/op {second.Successes,7} ops/s");
    }
}
