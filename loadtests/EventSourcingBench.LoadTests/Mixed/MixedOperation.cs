namespace EventSourcingBench.LoadTests.Mixed;

/// <summary>An operation of the load.</summary>
/// <param name="Kind">What is asked.</param>
/// <param name="Stream">Of which stream.</param>
internal readonly record struct MixedOperation(MixedKind Kind, string Stream)
{
    /// <summary>The most events of a scan.</summary>
    public const int ScanLength = 100;

    /// <summary>Whether it appends.</summary>
    public bool Appends => Kind is MixedKind.Append or MixedKind.Update or MixedKind.Create;

    /// <summary>The most events that a load reads; 0: all.</summary>
    public int Limit => Kind == MixedKind.Scan ? ScanLength : 0;
}
