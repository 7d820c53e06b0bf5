using System.Collections.Frozen;

namespace EventSourcingBench.Api.Stores;

internal sealed class HostedStores(IReadOnlyList<HostedStore> stores) : IAsyncDisposable
{
    private readonly FrozenDictionary<string, HostedStore> _byName = stores.ToFrozenDictionary(s => s.Name, StringComparer.Ordinal);

    public IReadOnlyList<HostedStore> All => stores;

    public string Names { get; } = string.Join(", ", stores.Select(s => s.Name));

    public HostedStore Find(string name) => _byName.TryGetValue(name, out var store)
        ? store : throw Problem.NotFound($"There is no store '{name}' here; the stores are {Names}.");

    public ValueTask<StoreLease> EnterAsync(string name) => Find(name).EnterAsync();

    /// <summary>Answers with what an open store says. A client that reads slowly does not keep the store from being reset.</summary>
    public async Task AnswerAsync<T>(string name, HttpContext context, Func<OpenStore, Task<T>> ask)
    {
        T answer;
        using (var lease = await EnterAsync(name))
            answer = await ask(lease.Value);

        await JsonAnswer.WriteAsync(context, answer);
    }

    public async ValueTask DisposeAsync() => await Task.WhenAll(All.Select(s => s.DisposeAsync().AsTask()));
}

/// <summary>A store of this process that can be emptied while requests arrive. It is opened on the data of a namespace.</summary>
internal sealed class HostedStore(
    string name, string summary, Func<string, CancellationToken, Task<OpenStore>> open, OpenStore first, TimeProvider time)
    : IAsyncDisposable
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(30);
    private readonly Gate _gate = new($"The store {name}", Patience, time);
    private OpenStore? _current = first;

    public string Name => name;

    public string Summary => summary;

    public int RequestsUnderWay => _gate.Inside;

    /// <exception cref="StoreUnavailableException">A reset takes too long, or could not open the store again.</exception>
    public async ValueTask<StoreLease> EnterAsync()
    {
        var times = RequestTimes.Mark(RequestPart.Wait);
        await _gate.EnterAsync();
        times?.Enter(RequestPart.Adapter);
        if (_current is { } store)
            return new StoreLease(_gate, store);

        _gate.Leave();
        throw new StoreUnavailableException($"The store {Name} is closed: POST its reset to open it empty.");
    }

    /// <summary>Closes the store, which drops its data unless it is kept, and opens it on the data of a namespace; null: empty.</summary>
    public Task<string> ResetAsync(string? ns, CancellationToken cancellationToken) => _gate.AloneAsync(async () =>
    {
        await DropAsync();
        _current = await open(ns ?? RunNamespace.Create(time), cancellationToken);
        return _current.Namespace;
    });

    /// <summary>Closes the store until the next reset. Its data is dropped unless it is kept, here or for another process.</summary>
    /// <returns>False for a store with a server that is to leave its files: it stays open.</returns>
    public Task<bool> CloseAsync(bool keepsFiles) => _gate.AloneAsync(async () =>
    {
        var closes = !keepsFiles || _current?.TryKeepFiles() == true;
        await (closes ? DropAsync() : default);
        return closes;
    });

    public async ValueTask DisposeAsync()
    {
        try
        {
            await _gate.CloseAsync();
        }
        finally
        {
            await DropAsync();
        }
    }

    private ValueTask DropAsync() => Interlocked.Exchange(ref _current, null)?.DisposeAsync() ?? default;
}

/// <summary>A lease on a store, which is not closed before the lease is disposed.</summary>
internal readonly struct StoreLease(Gate gate, OpenStore store) : IDisposable
{
    public OpenStore Value => store;

    public void Dispose()
    {
        RequestTimes.Mark(RequestPart.Answer);
        gate.Leave();
    }
}
