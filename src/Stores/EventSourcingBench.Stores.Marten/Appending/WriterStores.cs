using Marten;
using StoreOptions = Marten.StoreOptions;

namespace EventSourcingBench.Stores.Marten.Appending;

/// <summary>
/// The document store for appends. It includes an inline projection and is therefore replaced when one starts or stops. The
/// replacement waits for appends in progress.
/// </summary>
internal sealed class WriterStores(DocumentStore plain, DocumentStores factory) : IAsyncDisposable
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
                return new Use(holder);

            Interlocked.Decrement(ref holder.Uses);
        }
    }

    /// <summary>Adds the projection: all appends after this call run it in their transaction.</summary>
    public Task AddAsync(Action<StoreOptions> projection) => ChangeAsync(() => _inline.Add(projection));

    /// <summary>Removes the projection: no append after this call runs it.</summary>
    public Task RemoveAsync(Action<StoreOptions> projection) => ChangeAsync(() => _inline.Remove(projection));

    public ValueTask DisposeAsync()
    {
        _changing.Dispose();
        Release(_current);
        return ValueTask.CompletedTask;
    }

    private async Task ChangeAsync(Action change)
    {
        await _changing.WaitAsync();
        try
        {
            change();
            Action<StoreOptions>[] projections = [.. _inline];
            var old = _current;
            _current = new Holder(
                projections.Length == 0 ? plain : factory.Build(options => Array.ForEach(projections, add => add(options))));
            while (Volatile.Read(ref old.Uses) > 0)
                await Task.Delay(1);

            Release(old);
        }
        finally
        {
            _changing.Release();
        }
    }

    // The plain store is owned by its creator.
    private void Release(Holder holder)
    {
        if (holder.Store != plain)
            holder.Store.Dispose();
    }

    internal sealed class Holder(DocumentStore store)
    {
        public int Uses;

        public DocumentStore Store { get; } = store;
    }

    internal readonly struct Use(Holder holder) : IDisposable
    {
        public DocumentStore Store => holder.Store;

        public void Dispose() => Interlocked.Decrement(ref holder.Uses);
    }
}
