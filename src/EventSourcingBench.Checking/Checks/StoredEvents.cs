namespace EventSourcingBench.Checking.Checks;

/// <summary>What read-back showed of each event: a byte, and its version or position. Shared by all checks of a step.</summary>
internal sealed class StoredEvents(SentEvents sent)
{
    private readonly Marks[] _marks = new Marks[sent.Count];
    private readonly uint[] _versions = new uint[sent.Count];

    public SentEvents Sent => sent;

    public StepHistory History => sent.History;

    public long Count => _marks.Length;

    public bool Has(long number, Marks mark) => (_marks[number] & mark) != Marks.None;

    /// <summary>Whether the store has it, in a stream or in its order of all events.</summary>
    public bool IsThere(long number) => Has(number, Marks.Stored);

    /// <summary>The version at which it was found first; 0 where it was not.</summary>
    public long VersionOf(long number) => _versions[number];

    /// <returns>False when it had the mark already.</returns>
    public bool Mark(long number, Marks mark)
    {
        var had = Has(number, mark);
        _marks[number] |= mark;
        return !had;
    }

    public void Keep(long number, long version) => _versions[number] = (uint)Math.Clamp(version, 0, uint.MaxValue);

    /// <summary>Forgets one mark of all events.</summary>
    public void Clear(Marks mark)
    {
        foreach (ref var marks in _marks.AsSpan())
        {
            marks &= ~mark;
        }
    }
}
