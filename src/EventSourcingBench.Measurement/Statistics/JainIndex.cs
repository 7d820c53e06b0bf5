namespace EventSourcingBench.Measurement.Statistics;

/// <summary>Jain's index of fairness: (x₁ + … + xₙ)² / (n · (x₁² + … + xₙ²)). It is 1 where all have the same, k/n where k of n have the
/// same and the others nothing, and does not depend on the unit. R. Jain, D. Chiu, W. Hawe: "A Quantitative Measure of Fairness and
/// Discrimination for Resource Allocation in Shared Computer Systems", DEC Research Report TR-301, 1984.</summary>
public static class JainIndex
{
    /// <param name="shares">What each has, 0 or more.</param>
    /// <returns>From 1/n to 1; null where there are no clients, or none has anything.</returns>
    public static double? Of(IReadOnlyCollection<double> shares)
    {
        var sum = shares.Sum();
        return sum > 0 ? sum * sum / (shares.Count * shares.Sum(x => x * x)) : null;
    }
}
