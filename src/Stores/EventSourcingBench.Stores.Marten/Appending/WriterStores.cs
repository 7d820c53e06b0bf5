namespace EventSourcingBench.Stores.Marten.Appending;

/// <summary>The document store for appends. It includes an inline projection and is therefore replaced when one starts or stops. The
/// replacement waits for appends in progress.</summary>
internal sealed class WriterStores(DocumentStore plain, DocumentStores factory) : IAsyncDisposable
{
    private readonly SemaphoreSlim _changing = new(1);
    private readonly List<Action<MartenConfiguration>> _inline = [];
    private volatile Writer _current = new(plain);

    /// <summary>The store for one append, which disposes of it afterwards.</summary>
    public Writer Enter()
    {
        while (true)
        {
            var writer = _current.Used();
            if (writer == _current)
                return writer;

            writer.Dispose();
        }
    }

    /// <summary>Adds the projection: all appends after this call run it in their transaction.</summary>
    public Task AddAsync(Action<MartenConfiguration> projection) => ChangeAsync(() => _inline.Add(projection));

    public Task RemoveAsync(Action<MartenConfiguration> projection) => ChangeAsync(() => _inline.Remove(projection));

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
            Action<MartenConfiguration>[] projections = [.. _inline];
            var old = _current;
            _current = new(projections.Length == 0 ? plain : factory.Build(options => Array.ForEach(projections, add => add(options))));
            while (old.IsUsed)
                await Task.Delay(1);

            Release(old);
        }
        finally
        {
            _changing.Release();
        }
    }

    // The plain store is owned by its creator.
    private void Release(Writer writer)
    {
        if (writer.Store != plain)
            writer.Store.Dispose();
    }

    internal sealed class Writer(DocumentStore store) : IDisposable
    {
        private int _uses;

        public DocumentStore Store => store;

        public bool IsUsed => Volatile.Read(ref _uses) > 0;

        public Writer Used()
        {
            Interlocked.Increment(ref _uses);
            return this;
        }

        public void Dispose() => Interlocked.Decrement(ref _uses);
    }
}
