namespace EventSourcingBench.LoadTests;

/// <summary>
/// One part of verification. Reading and judging are apart: a fault of one part may need what another part has read.
/// </summary>
internal interface ICheck
{
    Task ReadAsync(IReadBack readBack, CancellationToken cancellationToken);

    /// <summary>Adds what is wrong with what was read.</summary>
    /// <param name="findings">Gets it.</param>
    /// <param name="isWhole">False where the reading broke: then what is there is judged, and nothing is taken to be missing.</param>
    void Judge(Findings findings, bool isWhole);
}
