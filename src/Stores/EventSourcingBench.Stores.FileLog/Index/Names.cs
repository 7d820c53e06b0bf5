namespace EventSourcingBench.Stores.FileLog.Index;

/// <summary>Maps names to numbers and back. Numbers are assigned in the order of first use.</summary>
internal sealed class Names<T>(Func<int, string, T> make)
    where T : LogName
{
    private readonly ConcurrentDictionary<string, T> _byName = new(StringComparer.Ordinal);
    private readonly ConcurrentDictionary<long, T> _byNumber = new();
    private readonly Lock _gate = new();
    private int _next;

    public IEnumerable<T> All => _byName.Values;

    public T? Find(string name) => _byName.GetValueOrDefault(name);

    /// <summary>The value of the number; null if the number was never assigned.</summary>
    public T? Find(long number) => _byNumber.GetValueOrDefault(number);

    public T GetOrAdd(string name)
    {
        if (_byName.TryGetValue(name, out var found))
            return found;

        lock (_gate)
            return _byName.TryGetValue(name, out found) ? found : Put(_next, name);
    }

    /// <summary>Adds a definition from a segment; returns null if the number or the name is already used differently.</summary>
    public T? Define(long number, string name)
    {
        lock (_gate)
        {
            var (byNumber, byName) = (Find(number), Find(name));
            return byNumber is null && byName is null && number is >= 0 and < int.MaxValue
                ? Put((int)number, name)
                : ReferenceEquals(byNumber, byName) ? byName : null;
        }
    }

    private T Put(int number, string name)
    {
        var made = make(number, name);
        _byNumber[number] = made;
        _byName[name] = made;
        _next = Math.Max(_next, number + 1);
        return made;
    }
}

/// <summary>A name and its number: an event type's, or a stream's.</summary>
internal record LogName(int Number, string Text)
{
    /// <summary>The version of a stream after all events the writer has taken; 0 for types. Used by the writer only.</summary>
    public long WrittenVersion { get; set; }

    /// <summary>The base of the last segment that defines the name. Used by the writer only.</summary>
    public long DefinedIn { get; set; } = -1;
}
