using System.Collections.Frozen;

namespace EventSourcingBench.Api.Stores;

/// <summary>The stores of this process.</summary>
internal sealed class HostedStores : IAsyncDisposable
{
    private readonly FrozenDictionary<string, HostedStore> _byName;

    public HostedStores(IReadOnlyList<HostedStore> stores)
    {
        All = stores;
        Names = string.Join(", ", stores.Select(s => s.Name));
        _byName = stores.ToFrozenDictionary(s => s.Name, StringComparer.Ordinal);
    }

    public IReadOnlyList<HostedStore> All { get; }

    /// <summary>All names, for messages.</summary>
    public string Names { get; }

    /// <exception cref="ProblemException">The name is unknown: 404.</exception>
    public HostedStore Find(string name) => _byName.TryGetValue(name, out var store)
        ? store
        : throw Problem.NotFound($"There is no store '{name}' here; the stores are {Names}.");

    /// <exception cref="ProblemException">The name is unknown: 404.</exception>
    public ValueTask<StoreLease> EnterAsync(string name) => Find(name).EnterAsync();

    public async ValueTask DisposeAsync() => await Task.WhenAll(All.Select(s => s.DisposeAsync().AsTask()));
}

/// <summary>A store of this process that can be emptied while requests arrive.</summary>
internal sealed class HostedStore : IAsyncDisposable
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(30);
    private readonly Gate _gate;
    private readonly Func<int, CancellationToken, Task<OpenStore>> _open;
    private OpenStore? _current;
    private int _openings = 1;

    private HostedStore(
        string name, string summary, Func<int, CancellationToken, Task<OpenStore>> open, OpenStore current, TimeProvider time)
    {
        Name = name;
        Summary = summary;
        _open = open;
        _current = current;
        _gate = new Gate($"The store {name}", Patience, time);
    }

    public string Name { get; }

    public string Summary { get; }

    /// <summary>The number of requests that hold a lease.</summary>
    public int RequestsUnderWay => _gate.Inside;

    /// <param name="name">Its name in paths.</param>
    /// <param name="summary">Its description.</param>
    /// <param name="open">Opens it for the n-th time, from 1; each time it is empty.</param>
    /// <param name="time">The clock.</param>
    /// <param name="cancellationToken">Cancels the opening.</param>
    public static async Task<HostedStore> OpenAsync(
        string name,
        string summary,
        Func<int, CancellationToken, Task<OpenStore>> open,
        TimeProvider time,
        CancellationToken cancellationToken) =>
        new(name, summary, open, await open(1, cancellationToken), time);

    /// <exception cref="StoreUnavailableException">A reset takes too long, or could not open the store again.</exception>
    public ValueTask<StoreLease> EnterAsync()
    {
        var entering = _gate.EnterAsync();
        return entering.IsCompletedSuccessfully ? new ValueTask<StoreLease>(Lease()) : AfterAsync(entering);
    }

    /// <summary>Closes the store, which drops its data unless it is kept, and opens it empty. The projection is stopped.</summary>
    /// <param name="cancellationToken">Cancels the opening; the store then stays closed until the next reset.</param>
    public async Task<string> ResetAsync(CancellationToken cancellationToken)
    {
        await _gate.CloseAsync();
        try
        {
            var old = _current;
            _current = null;
            if (old is not null)
            {
                await old.DisposeAsync();
            }

            _openings++;
            _current = await _open(_openings, cancellationToken);
            return _current.Namespace;
        }
        finally
        {
            _gate.Open();
        }
    }

    /// <summary>Closes an embedded store and leaves its files for another process. The next reset opens it empty.</summary>
    /// <returns>False for a store with a server, which stays open.</returns>
    public async Task<bool> CloseAsync()
    {
        await _gate.CloseAsync();
        try
        {
            if (_current is null || !_current.TryKeepFiles())
            {
                return false;
            }

            var open = _current;
            _current = null;
            await open.DisposeAsync();
            return true;
        }
        finally
        {
            _gate.Open();
        }
    }

    public async ValueTask DisposeAsync()
    {
        try
        {
            await _gate.CloseAsync();
        }
        finally
        {
            await (_current?.DisposeAsync() ?? default);
            _current = null;
        }
    }

    private async ValueTask<StoreLease> AfterAsync(ValueTask entering)
    {
        await entering;
        return Lease();
    }

    private StoreLease Lease()
    {
        if (_current is { } store)
        {
            return new StoreLease(_gate, store);
        }

        _gate.Leave();
        throw new StoreUnavailableException($"The store {Name} is closed: POST its reset to open it empty.");
    }
}

/// <summary>A lease on a store, which is not closed before the lease is disposed.</summary>
internal readonly struct StoreLease(Gate gate, OpenStore store) : IDisposable
{
    public OpenStore Value => store;

    public void Dispose() => gate.Leave();
}
