namespace EventSourcingBench.LoadTests.Mixed;

/// <summary>The operations of the load, each by seed and number alone.</summary>
internal sealed class MixedScript(Mix mix, MixedContent content, double skew, int seed)
{
    // YCSB's constant.
    private const double SkewToLatest = 0.99;

    private readonly ZipfChoice _choice = new(content.Streams, skew);

    // An even choice would look back over as many creations as there are streams, most of which were there before.
    private readonly ZipfChoice _back = new(
        mix.Shares.Any(s => s.Kind == MixedKind.LoadLatest) ? content.Streams : 1, skew > 0 ? skew : SkewToLatest);

    // Of so many operations one creates a stream.
    private readonly double _each = 1 / mix.Shares.Where(s => s.Kind == MixedKind.Create).Select(s => s.Share).FirstOrDefault(1);

    public static string Created(long number) => string.Create(CultureInfo.InvariantCulture, $"new-{number}");

    public (MixedKind Kind, string Stream) At(long number)
    {
        var kind = KindAt(number);
        return (kind, kind switch
        {
            MixedKind.Create => Created(number),
            MixedKind.LoadLatest => Latest(number),
            _ => content.NameOf(Chosen(number)),
        });
    }

    public MixedKind KindAt(long number) => mix.At(SplitMix64.DoubleAt(seed, 2 * number));

    private int Chosen(long number, ZipfChoice? choice = null) =>
        (choice ?? _choice).At(SplitMix64.DoubleAt(seed, (2 * number) + 1));

    // About as many creations back as the choice says, without a look at each; before there are so many, one of the first streams.
    private string Latest(long number)
    {
        var before = number - 1 - (long)(Chosen(number, _back) * _each);
        while (before >= 0 && KindAt(before) != MixedKind.Create)
            before--;

        return before >= 0 ? Created(before) : content.NameOf(Chosen(number));
    }
}
