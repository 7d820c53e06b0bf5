namespace EventSourcingBench.Stores.Faulty.Lying;

/// <summary>A test store that breaks one promise of the contract, or none.</summary>
public sealed class Lie
{
    internal Lie(string name, int rate = 0, Func<LieContext, Behaviour>? make = null) =>
        (Name, Rate, Make) = (name, rate, make ?? (_ => new Behaviour()));

    public const string RateOption = "faulty.rate";

    public string Name { get; }

    /// <summary>What it offers. Default: streams and bulk appends.</summary>
    public LieParts Parts { get; init; } = LieParts.Bulk;

    /// <summary>One in so many is wrong, by default; the option <c>faulty.rate</c> sets another. 0: it has no rate, and takes no notice of
    /// the option.</summary>
    public int Rate { get; }

    /// <summary>The durability that it claims. Default: volatile, or buffered where data outlives the process.</summary>
    public DurabilityTier Tier
    {
        get => field == DurabilityTier.Volatile && Parts.HasFlag(LieParts.Persistent) ? DurabilityTier.Buffered : field;
        init;
    }

    /// <summary>The consistency of its reads, which it declares. Default: linearizable.</summary>
    public ReadConsistency Reads { get; init; }

    public StoreModel Model =>
        Parts.HasFlag(LieParts.Dcb) ? StoreModel.Dcb
        : Parts.HasFlag(LieParts.Aggregates) ? StoreModel.Aggregates
        : StoreModel.Streams;

    /// <summary>How its behaviour is made for a store that is being opened. Default: honest.</summary>
    internal Func<LieContext, Behaviour> Make { get; }

    /// <summary>What opening makes of the events in the file; null for what they are.</summary>
    internal Func<IReadOnlyList<StoredEvent>, IEnumerable<StoredEvent>>? Replay { get; init; }

    /// <summary>How long what is written stays in the memory of the process. Default: not at all.</summary>
    internal TimeSpan Late { get; init; }

    public StoreDefinition Define() => new()
    {
        Name = Name,
        Options =
        [
            new(RateOption, StoreOptionKind.Integer, $"{Math.Max(2, Rate)}", "One in so many is wrong, 2 to 1000000")
            {
                Minimum = 2,
                Maximum = 1_000_000,
            },
        ],
        OpenAsync = Opening.Of(context => new LyingStore(this, context)),
    };
}

/// <summary>What a test store offers. One with neither <see cref="Aggregates"/> nor <see cref="Dcb"/> has the model streams.</summary>
[Flags]
public enum LieParts
{
    /// <summary>Streams, a subscription and projections only.</summary>
    Streams = 0,

    /// <summary>Bulk appends besides.</summary>
    Bulk = 1,

    /// <summary>Several streams in one transaction besides; the model is aggregates.</summary>
    Aggregates = 2,

    /// <summary>Dynamic consistency boundaries and nothing else; the model is DCB.</summary>
    Dcb = 4,

    /// <summary>Data in a file besides, so that it outlives the process.</summary>
    Persistent = 8,
}
