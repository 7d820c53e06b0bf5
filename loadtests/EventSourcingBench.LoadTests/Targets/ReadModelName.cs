namespace EventSourcingBench.LoadTests;

/// <summary>The read models that the API serves.</summary>
internal enum ReadModelName
{
    /// <summary>A row for each bar, grouped by symbol.</summary>
    Bars = 0,

    /// <summary>A row for each seat that was reserved or cancelled, grouped by show.</summary>
    Shows = 1,
}
