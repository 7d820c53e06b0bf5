namespace EventSourcingBench.LoadTests;

/// <summary>
/// One part of verification. Reading and judging are apart: what cannot be read gives no verdict, and a fault of one part
/// may need what another part has read.
/// </summary>
internal interface ICheck
{
    Task ReadAsync(IReadBack readBack, CancellationToken cancellationToken);

    void Judge(Findings findings);
}
