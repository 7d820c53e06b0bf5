namespace EventSourcingBench.LoadTests.Calibration;

/// <summary>A measurement of <c>calibrate</c>.</summary>
/// <param name="Name">The name that users give.</param>
/// <param name="Question">What it asks.</param>
/// <param name="Store">The store that it runs on.</param>
/// <param name="MeasureAsync">Measures.</param>
internal sealed record CalibrationKind(
    string Name,
    string Question,
    string Store,
    Func<CalibrationBench, StoreTarget, CancellationToken, Task<IReadOnlyList<CalibrationLine>>> MeasureAsync)
{
    public IReadOnlyDictionary<string, string> StoreOptions { get; init; } = new Dictionary<string, string>(StringComparer.Ordinal);

    /// <summary>Measures; where the store cannot run here, says why.</summary>
    public async Task<IReadOnlyList<CalibrationLine>> RunAsync(CalibrationBench bench, CancellationToken cancellationToken)
    {
        var (target, unavailable) = await bench.FindAsync(Store, StoreOptions, cancellationToken);
        return target is null
            ? [CalibrationLine.NotMeasured(Name, unavailable!)]
            : await MeasureAsync(bench, target, cancellationToken);
    }
}
