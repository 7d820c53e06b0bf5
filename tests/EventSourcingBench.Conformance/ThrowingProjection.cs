namespace EventSourcingBench.Conformance;

/// <summary>A projection with a defect: it throws at an event.</summary>
/// <param name="inner">What it does with the others.</param>
/// <param name="poison">The event that it throws at.</param>
public sealed class ThrowingProjection(IProjection inner, Guid poison) : IProjection
{
    /// <inheritdoc />
    public string Name => inner.Name;

    /// <inheritdoc />
    public ReadModelRow? Project(RecordedEvent recorded)
    {
        ArgumentNullException.ThrowIfNull(recorded);
        return recorded.Id == poison ? throw new InvalidOperationException("poisoned") : inner.Project(recorded);
    }
}
