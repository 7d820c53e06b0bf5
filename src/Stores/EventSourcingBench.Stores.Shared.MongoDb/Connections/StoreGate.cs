namespace EventSourcingBench.Stores.Shared.MongoDb.Connections;

/// <summary>Counts appends in progress, so that closing can refuse new ones and wait for the others.</summary>
internal sealed class StoreGate : IDisposable
{
    // One for the open store itself. It takes no more once it has reached 0.
    private readonly CountdownEvent _inside = new(1);

    /// <summary>Ends what waits when the store closes. A write that was sent is not ended by it: its own time limits end it.</summary>
    public StoreClosing Closing { get; } = new();

    public bool IsClosing => Closing.IsClosed;

    public void Enter()
    {
        if (IsClosing || !_inside.TryAddCount())
            throw StoreClosing.Error();
    }

    public void Leave() => _inside.Signal();

    /// <summary>Waits until no append is in progress. Returns true the first time only.</summary>
    public async Task<bool> CloseAsync()
    {
        if (!await Closing.CloseAsync())
            return false;

        Leave();
        await Task.Run(_inside.Wait, CancellationToken.None);
        return true;
    }

    public void Dispose() => _inside.Dispose();
}
