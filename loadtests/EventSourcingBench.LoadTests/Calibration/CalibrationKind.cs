namespace EventSourcingBench.LoadTests.Calibration;

/// <summary>A measurement of <c>calibrate</c>, and the store that it runs on.</summary>
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
