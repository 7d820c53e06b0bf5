namespace EventSourcingBench.LoadTests.Calibration;

/// <summary>Operations a second of two that take turns on one machine, round by round, so that a busy neighbour hits both.</summary>
/// <param name="Own">What is measured.</param>
/// <param name="Other">What it is compared with; empty where that is not installed.</param>
internal sealed record TurnRates(IReadOnlyList<double> Own, IReadOnlyList<double> Other)
{
    public double OwnRate => Medians.Of(Own);

    public double? OtherRate => Other.Count == 0 ? null : Medians.Of(Other);

    /// <summary>
    /// The median of the rounds' ratios, because what else the machine does changes from round to round; null without the other.
    /// </summary>
    public double? Ratio => Other.Count == 0 ? null : Medians.Of(Own.Zip(Other, (own, other) => own / other));
}
