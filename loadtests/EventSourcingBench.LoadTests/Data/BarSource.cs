namespace EventSourcingBench.LoadTests.Data;

/// <summary>The bars that a load sends, over and over: request n sends bar n. Safe for any number of threads; allocates nothing.</summary>
internal sealed class BarSource(string name, IReadOnlyCollection<Bar> bars)
{
    private const int SyntheticCount = 10_000;
    private readonly Bar[] _bars =
        bars.Count > 0 ? [.. bars] : throw new ArgumentException("A load needs at least one bar.", nameof(bars));

    public string Name => name;

    internal IReadOnlyList<Bar> Bars => _bars;

    public static BarSource FromFile(string path) => new(Path.GetFileName(path), BarFile.Read(path));

    public static BarSource Synthetic(int seed) => new("synthetic", SyntheticBars.Create(seed, SyntheticCount));

    public ref readonly Bar Next(long sequence) => ref _bars[sequence % _bars.Length];
}

/// <summary>The prices of one minute by the broker's clock, which names no zone: prices more than 0, volumes 0 or more (the real volume 0
/// where the source has none).</summary>
internal readonly record struct Bar(DateTime Time, double Open, double High, double Low, double Close, long TickVolume, long RealVolume);
