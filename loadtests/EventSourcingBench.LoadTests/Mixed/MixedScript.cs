namespace EventSourcingBench.LoadTests.Mixed;

/// <summary>The operations of the load, each by seed and number alone.</summary>
internal sealed class MixedScript(Mix mix, MixedContent content, double skew, int seed)
{
    // No search among earlier operations goes back further.
    private const int MostSteps = 10_000;

    private readonly ZipfChoice _choice = new(content.Streams, skew);

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

    private int Chosen(long number) => _choice.At(SplitMix64.DoubleAt(seed, (2 * number) + 1));

    // As many creations back as the choice says; before there are so many, one of the first streams.
    private string Latest(long number)
    {
        var back = Chosen(number);
        for (var before = number - 1; before >= Math.Max(0, number - MostSteps); before--)
        {
            if (KindAt(before) == MixedKind.Create && back-- == 0)
                return Created(before);
        }

        return content.NameOf(Chosen(number));
    }
}
