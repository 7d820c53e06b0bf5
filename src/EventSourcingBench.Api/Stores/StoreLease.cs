namespace EventSourcingBench.Api;

/// <summary>The right to use a store: it is not closed before this is disposed of.</summary>
internal readonly struct StoreLease(Gate gate, OpenStore store) : IDisposable
{
    public OpenStore Value => store;

    public void Dispose() => gate.Leave();
}
