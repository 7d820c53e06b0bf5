namespace EventSourcingBench.Measurement.Benchmarks;

/// <summary>The parameters of a benchmark that reports know.</summary>
internal readonly record struct BenchmarkParameters(string? Store, long? Events, long? Size, string Others)
{
    private const string StoreName = "Store";
    private const string EventsName = "Events";
    private const string SizeName = "Size";

    /// <param name="text">As BenchmarkDotNet writes them: <c>Store=memory&amp;Events=10</c>; empty without a parameter.</param>
    /// <param name="place">Where it stands, for the message.</param>
    /// <exception cref="FormatException">A count is no number, or a name is there twice.</exception>
    public static BenchmarkParameters Parse(string text, string place)
    {
        var pairs = text.Split('&', StringSplitOptions.RemoveEmptyEntries).Select(p => p.Split('=', 2)).Where(p => p.Length == 2).ToList();
        if (pairs.GroupBy(p => p[0], StringComparer.Ordinal).FirstOrDefault(g => g.Count() > 1) is { } twice)
        {
            throw new FormatException($"{place}.Parameters has {twice.Key} twice.");
        }

        var named = pairs.ToDictionary(p => p[0], p => p[1], StringComparer.Ordinal);
        var others = named.Where(p => p.Key is not (StoreName or EventsName or SizeName)).Select(p => $"{p.Key}={p.Value}");
        return new BenchmarkParameters(named.GetValueOrDefault(StoreName), Count(EventsName), Count(SizeName), string.Join(", ", others));

        long? Count(string name)
        {
            if (!named.TryGetValue(name, out var value))
            {
                return null;
            }

            return long.TryParse(value, NumberStyles.None, CultureInfo.InvariantCulture, out var count)
                ? count
                : throw new FormatException($"{place}.Parameters has {name}={value}, which is no whole number.");
        }
    }
}
