namespace EventSourcingBench.LoadTests.Steps;

/// <summary>What <c>--slo</c> searches in a suite.</summary>
/// <param name="Unit">See <see cref="SloSearchRecord.Unit"/>.</param>
/// <param name="Least">The least load that is tried.</param>
/// <param name="Most">The greatest load that is tried.</param>
/// <param name="Of">The load of a step, with which the search begins.</param>
/// <param name="With">The same step with another load.</param>
internal sealed record SearchedLoad(
    string Unit, double Least, double Most, Func<Step, double?> Of, Func<Step, double, Step> With)
{
    public static SearchedLoad Rate { get; } =
        new(SloSearchRecord.PerSecond, Least: 1, LoadParameters.MaxRate, s => s.Rate, (step, rate) => step with { Rate = rate });
}
