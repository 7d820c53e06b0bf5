namespace EventSourcingBench.Reporting.Text;

/// <summary>Numbers as a report shows them: three significant digits, invariant culture, so that two readers see one text.</summary>
public static class Format
{
    /// <summary>Shown where there is no value.</summary>
    public const string None = "–";

    public const string UnknownNoise = "the noise is not known";

    private const int MostNamed = 1000;

    /// <summary>Three significant digits with thousands separators: <c>5,120</c>, <c>12.3</c>, <c>0.0314</c>.</summary>
    /// <param name="value">Any finite number; others and null give <see cref="None"/>.</param>
    public static string Number(double? value)
    {
        if (value is not { } number || !double.IsFinite(number))
            return None;

        // Rounded first: the number of decimals depends on the rounded value (9.996 is 10.0).
        var rounded = Rounded(number, digits: 3);
        if (rounded == 0)
            return "0";

        var decimals = Math.Clamp(2 - (int)Math.Floor(Math.Log10(Math.Abs(rounded))), 0, 15);
        return rounded.ToString("N" + decimals.ToString(CultureInfo.InvariantCulture), CultureInfo.InvariantCulture);
    }

    public static string Count(long value) => value.ToString("N0", CultureInfo.InvariantCulture);

    /// <summary>A duration with the unit that suits it: <c>312 µs</c>, <c>3.10 ms</c>, <c>1.20 s</c>.</summary>
    public static string Duration(double? milliseconds) => milliseconds switch
    {
        null => None,
        < 1 => $"{Number(milliseconds * 1000)} µs",
        < 1000 => $"{Number(milliseconds)} ms",
        _ => $"{Number(milliseconds / 1000)} s",
    };

    /// <summary>Bytes with the unit that suits them: <c>188 KiB</c>, <c>1.23 GiB</c>.</summary>
    public static string Bytes(double? bytes) => bytes switch
    {
        null => None,
        < 1 << 10 => $"{Number(bytes)} B",
        < 1 << 20 => $"{Kibibytes(bytes)} KiB",
        < 1 << 30 => $"{Mebibytes(bytes)} MiB",
        _ => $"{Number(bytes / (1 << 30))} GiB",
    };

    /// <summary>A size as a person gave it, exactly: <c>64 KiB</c>, <c>1 MB</c>, <c>1,500 B</c>.</summary>
    public static string Size(long bytes)
    {
        (long Unit, string Name)[] units =
            [(1L << 30, "GiB"), (1L << 20, "MiB"), (1L << 10, "KiB"), (1_000_000_000, "GB"), (1_000_000, "MB"), (1_000, "kB")];
        var (unit, name) = Array.Find(units, u => bytes > 0 && bytes % u.Unit == 0);
        return unit == 0 ? $"{Count(bytes)} B" : $"{Count(bytes / unit)} {name}";
    }

    // Without the unit, which the head of a column says.
    public static string Kibibytes(double? bytes) => Number(bytes / (1 << 10));

    public static string Mebibytes(double? bytes) => Number(bytes / (1 << 20));

    /// <summary>A share as a percentage: <c>82.1%</c>.</summary>
    public static string Percent(double? share) => share is null ? None : $"{Number(share * 100)}%";

    /// <summary>A moment in UTC, to the second.</summary>
    public static string Time(DateTimeOffset moment) =>
        moment.ToUniversalTime().ToString("yyyy-MM-dd HH:mm:ss 'UTC'", CultureInfo.InvariantCulture);

    /// <summary>An estimate with its interval where it has one: <c>5,120 (5,000–5,200)</c>.</summary>
    public static string WithInterval(Estimate? estimate) => estimate switch
    {
        null => None,
        { IsLowerBound: true } e => Median(e),
        { } e when e.HasInterval => $"{Number(e.Median)} ({Number(e.Low)}–{Number(e.High)})",
        { } e => Number(e.Median),
    };

    /// <summary>A ratio with its interval. An end that is not known is that of times that are lower bounds.</summary>
    public static string Times(Estimate ratio) => (ratio.Low == 0, ratio.High == double.PositiveInfinity) is (false, false)
        ? WithInterval(ratio) : Ratio(Number(ratio.Median), ratio.High == double.PositiveInfinity, ratio.Low == 0);

    /// <summary>A factor: <c>1.25 times</c>.</summary>
    public static string Times(double? factor) => factor is { } times ? FormattableString.Invariant($"{times:0.00} times") : None;

    /// <summary>What the interval of medians is: <c>95% CI of 10 trials</c>, <c>range of 3 trials</c>, <c>one trial</c>.</summary>
    /// <param name="trials">How many values each of the medians is of.</param>
    public static string IntervalOf(IEnumerable<int> trials)
    {
        var counts = trials.Where(n => n > 0).DefaultIfEmpty(1).ToList();
        var (least, most) = (counts.Min(), counts.Max());
        return most == 1 ? "one trial"
            : least >= Bootstrap.LeastValues ? least == most ? $"95% CI of {Count(most)} trials" : "95% CI"
            : most < Bootstrap.LeastValues ? $"range of {(least == most ? "" : $"{Count(least)} to ")}{Count(most)} trials"
            : $"95% CI; below {Count(Bootstrap.LeastValues)} trials their range";
    }

    /// <summary>A margin of ratios: <c>5%</c>, <c>7.3%</c>; <see cref="None"/> where it is not known.</summary>
    public static string Margin(double margin) =>
        double.IsFinite(margin) ? (100 * margin).ToString("0.#", CultureInfo.InvariantCulture) + "%" : None;

    /// <summary>How many more it would take. An estimate of thousands is too rough to be given.</summary>
    public static string More(int count, string repeated) =>
        (count > MostNamed ? $"over {Count(MostNamed)}" : $"about {Count(count)}") + $" more {repeated}";

    /// <summary>What is compared where a side has a single value.</summary>
    public static string OneValue(Difference difference) => difference.IsOfAll ? "one p99 of all trials" : "one trial";

    /// <summary>What a comparison of speeds came to: <c>a is faster than b by 12% to 20%</c>.</summary>
    /// <param name="repeated">What more would be needed of.</param>
    public static string Answer(Difference? difference, string one, string other, string repeated = "blocks")
    {
        if (difference is not { Ratio: { Low: { } low, High: { } high } ratio, Count: var count })
            return difference is null ? None : $"not decided: {OneValue(difference)}";

        var range = count < Bootstrap.LeastValues ? $" ({IntervalOf([count])})" : string.Empty;
        return difference.Decision switch
        {
            Decision.Greater when low < 2 => $"{one} is faster than {other} by {Between(Percent(low - 1), Percent(high - 1))}{range}",
            Decision.Greater => $"{one} is {Between(Number(low), Number(high))} times as fast as {other}{range}",
            Decision.Less when high > 0.5 =>
                $"{one} is slower than {other} by {Between(Percent(1 - high), Percent(low == 0 ? null : 1 - low))}{range}",
            Decision.Less => $"{other} is {Between(Number(1 / high), Number(1 / low))} times as fast as {one}{range}",
            Decision.Equal => $"no difference beyond {(difference.Noise > difference.Asked ? "the noise of " : string.Empty)}"
                + $"{Margin(difference.Margin)}{range}",
            _ when !double.IsFinite(difference.Noise) => $"not decided{range}: {UnknownNoise}",
            _ => $"not decided{range}" + (difference.More is { } more ? $"; {More(more, repeated)} would do" : string.Empty),
        };

        // Without a known end where that is of times that are lower bounds.
        static string Between(string least, string most) =>
            most.Contains(None, StringComparison.Ordinal) ? $"{least} or more" : $"{least} to {most}";
    }

    /// <summary>The median of an estimate alone: <c>5,120</c>, <c>≥ 5,120</c>.</summary>
    public static string Median(Estimate? estimate) => estimate is { } known ? AtLeast(Number(known.Median), known.IsLowerBound) : None;

    /// <summary>A value, marked where it is a lower bound: <c>≥ 5,000</c>.</summary>
    public static string AtLeast(string text, bool isLowerBound) => isLowerBound ? $"≥ {text}" : text;

    /// <summary>What a step came to against a bound: <c>12.3 ms</c>, <c>1,200/s</c>.</summary>
    public static string Value(ThresholdRecord step) => step.Value is not { } value ? "not measured"
        : AtLeast(Number(value), step.IsLowerBound) + (step.Unit == "ms" ? " ms" : step.Unit);

    /// <summary>The median of a time in milliseconds, with the unit that suits it: <c>3.10 ms</c>, <c>≥ 5.00 s</c>.</summary>
    public static string Duration(Estimate milliseconds) => AtLeast(Duration(milliseconds.Median), milliseconds.IsLowerBound);

    /// <summary>The ratio of values that may be lower bounds: then it is one too, or an upper bound (<c>≤</c>), or not known.</summary>
    public static string Ratio(string ratio, bool above, bool below) => (above, below) switch
    {
        (true, true) => None,
        (false, true) => $"≤ {ratio}",
        _ => AtLeast(ratio, above),
    };

    public static string Capital(string title) => char.ToUpperInvariant(title[0]) + title[1..];

    public static string Small(string title) => char.ToLowerInvariant(title[0]) + title[1..];

    /// <summary>The number that so many significant digits say.</summary>
    public static double Rounded(double value, int digits) => double.Parse(
        value.ToString(FormattableString.Invariant($"E{digits - 1}"), CultureInfo.InvariantCulture), CultureInfo.InvariantCulture);

    /// <summary>An id that any name makes: letters and digits stay, all else becomes a dash.</summary>
    public static string Anchor(string prefix, string name) =>
        $"{prefix}-{string.Concat(name.Select(c => char.IsAsciiLetterOrDigit(c) ? char.ToLowerInvariant(c) : '-'))}";

    /// <summary>The first letters of a commit's hash, with a mark such as <c>-dirty</c>.</summary>
    public static string Commit(string commit, int letters) =>
        commit.Split('-')[0] is var hash && hash.Length > letters ? hash[..letters] + commit[hash.Length..] : commit;

    public static string Container(ContainerRecord container)
    {
        var cpus = container.Cpus is { } number ? $"processors: {number.ToString("0.##", CultureInfo.InvariantCulture)}" : "all processors";
        var memory = container.MemoryBytes is { } bytes ? $"memory: {Count(bytes >> 20)} MiB" : "all memory";
        var digest = container.ImageDigest ?? $"from no registry, {container.ImageId}";
        var volume = container.DataFileSystem is { } fileSystem ? $"a volume on {fileSystem}" : "a volume";
        return $"{container.Image} ({digest}); {cpus}, {memory}; data in {volume}";
    }
}
