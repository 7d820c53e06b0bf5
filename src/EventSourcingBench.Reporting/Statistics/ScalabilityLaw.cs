namespace EventSourcingBench.Reporting.Statistics;

/// <summary>
/// The universal scalability law: <c>X(N) = λ N / (1 + σ (N-1) + κ N (N-1))</c> (Gunther, Guerrilla Capacity Planning, 2007).
/// </summary>
/// <param name="Lambda">Throughput of one copy alone.</param>
/// <param name="Sigma">Contention: the share that waits for its turn; 0 or more.</param>
/// <param name="Kappa">Coherency: what each pair of copies costs to keep in agreement; 0 or more.</param>
internal sealed record ScalabilityLaw(double Lambda, double Sigma, double Kappa)
{
    /// <summary>Copies at which the throughput is greatest; null where it has no greatest: κ is 0 and it never falls.</summary>
    public double? Peak => Kappa > 0 ? Math.Sqrt(Math.Max(0, 1 - Sigma) / Kappa) : null;

    /// <summary>
    /// What the throughput comes near to and never reaches without coherency costs; null where it peaks or grows without end.
    /// </summary>
    public double? Limit => Kappa > 0 || Sigma <= 0 ? null : Lambda / Sigma;

    public double At(double copies) => Lambda * copies / (1 + (Sigma * (copies - 1)) + (Kappa * copies * (copies - 1)));
}
