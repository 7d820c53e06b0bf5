namespace EventSourcingBench.LoadTests.Data;

/// <summary>
/// The bars that a load sends, over and over: request n sends bar n, and after the last one the first follows.
/// Safe for any number of threads; allocates nothing.
/// </summary>
internal sealed class BarSource
{
    private const int SyntheticCount = 10_000;
    private readonly Bar[] _bars;

    /// <summary>Takes bars.</summary>
    /// <exception cref="ArgumentException">There is no bar.</exception>
    public BarSource(string name, IReadOnlyCollection<Bar> bars)
    {
        ArgumentException.ThrowIfNullOrEmpty(name);
        ArgumentNullException.ThrowIfNull(bars);
        if (bars.Count == 0)
        {
            throw new ArgumentException("A load needs at least one bar.", nameof(bars));
        }

        Name = name;
        _bars = [.. bars];
    }

    /// <summary>A file's name, or <c>synthetic</c>.</summary>
    public string Name { get; }

    /// <summary>How many bars there are before the first comes again.</summary>
    public int Count => _bars.Length;

    /// <summary>All of them, in their order.</summary>
    internal IReadOnlyList<Bar> Bars => _bars;

    /// <summary>Real bars.</summary>
    /// <exception cref="Hosting.UserException">The file cannot be read.</exception>
    public static BarSource FromFile(string path) => new(Path.GetFileName(path), BarFile.Read(path));

    /// <summary>Bars by chance, see <see cref="SyntheticBars"/>.</summary>
    public static BarSource Synthetic(int seed) => new("synthetic", SyntheticBars.Create(seed, SyntheticCount));

    /// <summary>The bar that a request sends.</summary>
    /// <param name="sequence">The number of the request, 0 or more.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="sequence"/> is negative.</exception>
    public ref readonly Bar Next(long sequence)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(sequence);
        return ref _bars[sequence % _bars.Length];
    }
}
