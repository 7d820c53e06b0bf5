using Marten;

namespace EventSourcingBench.Stores.Marten;

/// <summary>
/// The document store that appends go through. An inline projection is part of it, so that it is exchanged when one starts
/// or stops; the exchange waits for the appends that are under way in the old one.
/// </summary>
internal sealed class WriterStores(DocumentStore plain, DocumentStores factory) : IDisposable
{
    private readonly SemaphoreSlim _changing = new(1);
    private readonly List<Action<StoreOptions>> _inline = [];
    private volatile Holder _current = new(plain);

    public Use Enter()
    {
        while (true)
        {
            var holder = _current;
            Interlocked.Increment(ref holder.Uses);
            if (holder == _current)
            {
                return new Use(holder);
            }

            Interlocked.Decrement(ref holder.Uses);
        }
    }

    /// <summary>From the end of this on, every append runs the projection in its transaction.</summary>
    public Task AddAsync(Action<StoreOptions> projection) => ChangeAsync(() => _inline.Add(projection));

    /// <summary>From the end of this on, no append runs the projection.</summary>
    public Task RemoveAsync(Action<StoreOptions> projection) => ChangeAsync(() => _inline.Remove(projection));

    public void Dispose()
    {
        _changing.Dispose();
        Release(_current);
    }

    private async Task ChangeAsync(Action change)
    {
        await _changing.WaitAsync();
        try
        {
            change();
            Action<StoreOptions>[] projections = [.. _inline];
            var old = _current;
            _current = new Holder(projections.Length == 0 ? plain : factory.Build(options => Array.ForEach(projections, add => add(options))));
            while (Volatile.Read(ref old.Uses) > 0)
            {
                await Task.Delay(1);
            }

            Release(old);
        }
        finally
        {
            _changing.Release();
        }
    }

    // The plain one is its maker's.
    private void Release(Holder holder)
    {
        if (holder.Store != plain)
        {
            holder.Store.Dispose();
        }
    }

    internal sealed class Holder(DocumentStore store)
    {
        public int Uses;

        public DocumentStore Store { get; } = store;
    }

    /// <summary>An append under way.</summary>
    internal readonly struct Use(Holder holder) : IDisposable
    {
        public DocumentStore Store => holder.Store;

        public void Dispose() => Interlocked.Decrement(ref holder.Uses);
    }
}
