namespace EventSourcingBench.Reporting.Model;

/// <summary>A column.</summary>
/// <param name="Header">Its name, with the unit.</param>
/// <param name="Numeric">Whether it holds numbers, which align on their right.</param>
public sealed record TableColumn(string Header, bool Numeric = false)
{
    /// <summary>What it counts, in one sentence; null where the header says enough.</summary>
    public string? Meaning { get; init; }
}
