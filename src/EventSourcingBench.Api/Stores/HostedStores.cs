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
        : throw new ProblemException(Problem.NotFound($"There is no store '{name}' here; the stores are {Names}."));

    /// <exception cref="ProblemException">The name is unknown: 404.</exception>
    public ValueTask<StoreLease> EnterAsync(string name) => Find(name).EnterAsync();

    public async ValueTask DisposeAsync() => await Task.WhenAll(All.Select(s => s.DisposeAsync().AsTask()));
}
