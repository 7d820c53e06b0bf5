namespace EventSourcingBench.LoadTests.Data;

/// <summary>Bars for runs without a file: a geometric random walk, one bar a minute. The same seed gives the same bars on every machine:
/// only arithmetic that IEEE 754 fixes to the last bit is used, no logarithm and no cosine.</summary>
internal static class SyntheticBars
{
    private const double StartPrice = 1.18;
    private const int PricesInMinute = 4;

    // About 0.6% a day, as EUR/USD has it: 0.006 / sqrt(1,440 minutes * 4 prices).
    private const double StepDeviation = 0.00008;

    // A walk of millions of bars is turned back here, so that a price never leaves what a currency could cost.
    private const double LeastPrice = 0.1;
    private const double GreatestPrice = 10;

    // A point: the last digit of a quotation.
    private const int Decimals = 5;

    private static readonly DateTime FirstMinute = new(2020, 1, 1, 0, 0, 0, DateTimeKind.Unspecified);

    public static Bar[] Create(int seed, int count)
    {
        var (random, bars, price) = (new SplitMix64(seed), new Bar[count], StartPrice);
        var quotations = new double[PricesInMinute];
        for (var i = 0; i < bars.Length; i++)
        {
            for (var q = 0; q < quotations.Length; q++)
            {
                quotations[q] = Math.Round(price, Decimals);
                price = Walk(price, random);
            }

            var (time, ticks) = (FirstMinute.AddMinutes(i), PricesInMinute + random.NextBelow(100));
            bars[i] = new Bar(time, quotations[0], quotations.Max(), quotations.Min(), quotations[^1], ticks, RealVolume: 0);
        }

        return bars;
    }

    private static double Walk(double price, SplitMix64 random)
    {
        var next = price * (1 + (StepDeviation * Normal(random)));
        return next is < LeastPrice or > GreatestPrice ? price : next;
    }

    // Twelve uniform numbers have variance 1; their sum is near enough to a normal deviate for prices.
    private static double Normal(SplitMix64 random) => Enumerable.Range(0, 12).Aggregate(-6.0, (sum, _) => sum + random.NextDouble());
}
