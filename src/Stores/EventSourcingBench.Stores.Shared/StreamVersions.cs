namespace EventSourcingBench.Stores.Shared;

/// <summary>Versions of the most recently used streams. Memory use does not grow with the number of streams, where <see cref="Trim"/> is
/// called before each batch of appends: within a batch none is forgotten.</summary>
public sealed class StreamVersions(int capacity = 50_000)
{
    private readonly Dictionary<string, long> _versions = new(StringComparer.Ordinal);

    public bool TryGet(string stream, out long version) => _versions.TryGetValue(stream, out version);

    public void Set(string stream, long version) => _versions[stream] = version;

    public void Trim()
    {
        if (_versions.Count >= capacity)
            _versions.Clear();
    }

    public void Forget(IEnumerable<string> streams)
    {
        foreach (var stream in streams)
            _versions.Remove(stream);
    }

    public void Clear() => _versions.Clear();
}
