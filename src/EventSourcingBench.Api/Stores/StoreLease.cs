namespace EventSourcingBench.Api.Stores;

/// <summary>A lease on a store, which is not closed before the lease is disposed.</summary>
internal readonly struct StoreLease(Gate gate, OpenStore store) : IDisposable
{
    public OpenStore Value => store;

    public void Dispose() => gate.Leave();
}
