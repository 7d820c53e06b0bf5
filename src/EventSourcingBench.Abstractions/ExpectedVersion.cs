namespace EventSourcingBench.Abstractions;

/// <summary>What the writer believes the version of a stream to be before its append. The version of a stream is the number of events in
/// it: the first event has version 1, a stream that does not exist has version 0.</summary>
public readonly record struct ExpectedVersion
{
    // Null for any: the default.
    private readonly long? _version;

    private ExpectedVersion(long version) => _version = version;

    /// <summary>The writer does not care: the append follows whatever is there. The default.</summary>
    public static ExpectedVersion Any => default;

    /// <summary>The stream must not exist.</summary>
    public static ExpectedVersion NoStream => new(0);

    public bool IsAny => _version is null;

    public bool IsNoStream => _version == 0;

    /// <summary>-1 for <see cref="Any"/>, 0 for <see cref="NoStream"/>, else the version itself.</summary>
    public long Value => _version ?? -1;

    /// <summary>The stream must hold exactly <paramref name="version"/> events, 1 or more; for 0 say <see cref="NoStream"/>.</summary>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="version"/> is less than 1.</exception>
    public static ExpectedVersion Exactly(long version)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(version, 1);
        return new ExpectedVersion(version);
    }

    /// <summary><see cref="NoStream"/> for 0, else <see cref="Exactly"/>: the version that a reader of the stream saw.</summary>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="version"/> is negative.</exception>
    public static ExpectedVersion After(long version) => version == 0 ? NoStream : Exactly(version);

    /// <summary>Whether a stream of this version, 0 where it does not exist, may be appended to.</summary>
    public bool Allows(long actual) => IsAny || Value == actual;

    public override string ToString() => IsAny ? "any" : IsNoStream ? "no stream" : Value.ToString(CultureInfo.InvariantCulture);
}
