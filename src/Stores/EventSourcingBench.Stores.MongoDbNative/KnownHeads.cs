namespace EventSourcingBench.Stores.MongoDbNative;

/// <summary>
/// The versions of streams as last seen by this process. An outdated version leads to a refused insert, never to a gap: the
/// unique index verifies it.
/// </summary>
internal sealed class KnownHeads
{
    private const int Most = 100_000;
    private readonly Dictionary<string, long> _versions = new(StringComparer.Ordinal);

    public bool TryGet(string stream, out long version) => _versions.TryGetValue(stream, out version);

    public void Set(string stream, long version)
    {
        if (_versions.Count >= Most)
        {
            _versions.Clear();
        }

        _versions[stream] = version;
    }

    public void Forget(string stream) => _versions.Remove(stream);
}
