using MathNet.Numerics.Statistics;

namespace EventSourcingBench.Reporting.Suites;

/// <summary>What values are read of: a step over its trials (<c>Trial</c> is null), one of them, or a part of one. <c>Part</c>: its number
/// from 0, for which items of lists stand; null: the trial has them all. <c>Operation</c>: what totals and times are of; null for that of
/// the step. <c>Time</c>: what percentiles without a name are of; null for none.</summary>
internal sealed partial record RowValues(
    SuiteDefinition Suite, Cell Cell, StepRecord? Trial = null, int? Part = null, string? Operation = null, string? Time = null)
{
    // Of the trials of a step the greatest time.
    private const string LongestMs = "longest ms";
    private const string LongestS = "longest s";

    private static readonly double[] Quartiles = [0, 0.25, 0.5, 0.75, 1];

    private IEnumerable<StepRecord> Trials => Trial is null ? Cell.Trials : [Trial];

    private IEnumerable<OperationRecord> Operations =>
        Trials.SelectMany(t => t.Operations).Where(o => Operation is null || o.Operation == Operation);

    /// <summary>A value: a text, a flag, a number, an estimate over trials; null where there is none.</summary>
    /// <param name="name">A path, what every step has, or an axis, with a conversion.</param>
    public object? Value(string name)
    {
        var (path, conversion) = name.Split('@') is [var p, var c] ? (p, c) : (name, null);
        var value = Suite.Axes.GetValueOrDefault(path) is { } axis ? axis.Of(Cell) : Known(path) ?? ByPath(path.Split('.'), conversion);
        return conversion is null ? value : Convert(value, conversion);
    }

    public double? Number(string name) => Estimated(name)?.Median;

    /// <summary>A number with its interval; null where it is none.</summary>
    public Estimate? Estimated(string name) => Value(name) switch
    {
        Estimate estimate => estimate,
        double number => new Estimate(number, null, null),
        _ => null,
    };

    /// <summary>Whether there is a value, and it is neither 0, nor false, nor an empty list.</summary>
    public bool Has(string name) => Value(name) is not (null or false or 0.0 or Estimate { Median: 0 });

    public string Text(ReportColumn column)
    {
        if (column.Value.Contains('{', StringComparison.Ordinal))
            return Filled(column.Value) ?? Format.None;

        var value = Value(column.Value);
        var text = Set(value, column.Format);
        var beside = column.Beside is { } other && value is not (null or 0.0 or Estimate { Median: 0 })
            ? $" ({Set(Value(other), column.BesideFormat)})" : string.Empty;
        return text + beside + string.Concat(column.Marks.Where(m => Has(m.Key)).Select(m => m.Value));
    }

    /// <summary>A text with its values in place of their names in braces; null where one has none.</summary>
    public string? Filled(string template)
    {
        var isWhole = true;
        var text = Names().Replace(template, match =>
        {
            var value = Value(match.Groups["name"].Value);
            isWhole &= value is not null;
            return Set(
                value, Enum.TryParse<ReportFormat>(match.Groups["format"].Value, ignoreCase: true, out var format) ? format : default);
        });
        return isWhole ? text : null;
    }

    public IReadOnlyList<double> Numbers(string path) => [.. Trials.SelectMany(t => NumbersOf(t, path)).Order()];

    /// <summary>Least value, quartiles and greatest value of the rates; null without one.</summary>
    public IReadOnlyList<double>? Box() => Numbers(Suite.Report.Throughput) is { Count: > 0 } rates
        ? [.. Quartiles.Select(q => SortedArrayStatistics.QuantileCustom([.. rates], q, QuantileDefinition.R7))] : null;

    public static IEnumerable<double> NumbersOf(StepRecord trial, string path) => path == "throughput" ? [trial.Throughput]
        : Find(trial, path.Split('.'), null) is { } found ? found.ValueKind == JsonValueKind.Array
            ? found.EnumerateArray().Where(i => i.ValueKind == JsonValueKind.Number).Select(i => i.GetDouble())
            : found.ValueKind == JsonValueKind.Number ? [found.GetDouble()] : []
        : [];

    /// <summary>What stands at a path of a trial; null where nothing does.</summary>
    public static JsonElement? Find(StepRecord trial, IReadOnlyList<string> path, int? part)
    {
        JsonElement? at = trial.Details.TryGetValue(path[0], out var detail) ? detail : null;
        foreach (var name in path.Skip(1))
        {
            if (at is { ValueKind: JsonValueKind.Array } list)
            {
                var length = list.GetArrayLength();
                int? number = name == "last" ? length - 1
                    : int.TryParse(name, NumberStyles.None, CultureInfo.InvariantCulture, out var n) ? n : null;
                at = name == "count" ? JsonSerializer.SerializeToElement(length)
                    : name == "max" ? list.EnumerateArray().Select(i => (JsonElement?)i).MaxBy(i => i!.Value.GetDouble())
                    : Item(list, number ?? part);
                if (number is not null || name is "count" or "max")
                    continue;
            }

            at = at is { ValueKind: JsonValueKind.Object } owner && owner.TryGetProperty(name, out var member) ? member : null;
        }

        at = part is not null && at is { ValueKind: JsonValueKind.Array } items ? Item(items, part) : at;
        return at is { ValueKind: JsonValueKind.Null } ? null : at;
    }

    private static JsonElement? Item(JsonElement list, int? index) => index is >= 0 and var i && i < list.GetArrayLength() ? list[i] : null;

    private static object? Convert(object? value, string conversion) => (value, conversion) switch
    {
        (null, _) => null,
        (string text, "utc") => DateTimeOffset.TryParse(text, CultureInfo.InvariantCulture, out var time)
            ? time.ToUniversalTime().ToString("yyyy-MM-dd'T'HH:mm:ss.fff'Z'", CultureInfo.InvariantCulture) : text,
        (string text, "ms" or "s" or LongestMs or LongestS) => Span(text) is { } time ? InUnit(time, conversion) : null,
        (double or Estimate, "ms" or "s" or LongestMs or LongestS) => value,
        (double number, _) => Converted(number, conversion),
        (Estimate e, _) when Converted(e.Median, conversion) is { } median =>
            Converted(e.Low, conversion) is { } one && Converted(e.High, conversion) is { } other
                ? e with { Median = median, Low = Math.Min(one, other), High = Math.Max(one, other) }
                : e with { Median = median, Low = null, High = null },
        _ => null,
    };

    private static double? Converted(double? number, string conversion) =>
        conversion switch { "MiB" => number / (1 << 20), "perMillion" => 1e6 / number, _ => null } is { } value && double.IsFinite(value)
            ? value : null;

    private static TimeSpan? Span(string text) =>
        TimeSpan.TryParseExact(text, "c", CultureInfo.InvariantCulture, out var time) ? time : null;

    private static string Set(object? value, ReportFormat format) => (value, format) switch
    {
        (null, _) => Format.None,
        (string text, _) => text,
        (bool flag, _) => flag ? "yes" : "no",
        (Estimate e, ReportFormat.Interval) => Format.WithInterval(e),
        (Estimate e, ReportFormat.Bounded) => Format.Median(e),
        (Estimate e, ReportFormat.Duration) => Format.Duration(e),
        (Estimate e, _) => Set(e.Median, format),
        (double number, ReportFormat.Count) => Format.Count((long)number),
        (double number, ReportFormat.Percent) => Format.Percent(number),
        (double number, ReportFormat.Size) => Format.Size((long)number),
        (double number, ReportFormat.Duration) => Format.Duration(number),
        (double number, ReportFormat.Text) => number.ToString("0.###", CultureInfo.InvariantCulture),
        (double number, _) => Format.Number(number),
        _ => value.ToString() ?? string.Empty,
    };

    // Of one trial the value; of several the median with its interval, or the first text. Where the conversion says so, the greatest:
    // it is a lower bound where a flag beside it says so.
    private object? ByPath(string[] path, string? conversion)
    {
        var values = Trials.Select(t => (Trial: t, Value: ValueAt(t, path, conversion))).Where(v => v.Value is not null).ToList();
        if (values is not [(_, double), ..])
            return values.FirstOrDefault().Value;

        var (trial, greatest) = values.MaxBy(v => v.Value as double?);
        return conversion is LongestMs or LongestS
            ? new Estimate((double)greatest!, null, null, ValueAt(trial, [.. path[..^1], path[^1] + "IsLowerBound"], null) is true)
            : Trial is not null ? greatest
            : Estimates.Of(values.Select(v => v.Value as double?));
    }

    private object? ValueAt(StepRecord trial, string[] path, string? conversion) =>
        Find(trial, path, Part) is not { } found ? null
        : Plain(found) is string text && Span(text) is { } time ? InUnit(time, conversion) ?? text : Plain(found);

    private static object? InUnit(TimeSpan time, string? conversion) => conversion switch
    {
        "ms" or LongestMs => time.TotalMilliseconds,
        "s" or LongestS => time.TotalSeconds,
        _ => null,
    };

    private static object? Plain(JsonElement element) => element.ValueKind switch
    {
        JsonValueKind.Number => element.GetDouble(),
        JsonValueKind.String => Text(element),
        JsonValueKind.True => true,
        JsonValueKind.False => false,
        JsonValueKind.Array => element.GetArrayLength() > 0 ? element.GetRawText() : null,
        _ => element.GetRawText(),
    };

    private static string? Text(JsonElement text)
    {
        try
        {
            return text.GetString();
        }
        catch (InvalidOperationException)
        {
            // Half of a surrogate pair is JSON and no text.
            return text.GetRawText();
        }
    }

    private object? Known(string name) => name.Split('.', 2) switch
    {
        ["store"] => Cell.Name,
        ["load"] => Cell.Load.Label,
        ["trial"] => (double)Trials.First().Trial,
        ["durability"] => Cell.Tier,
        ["verdict"] => Trial is null ? Verdicts.Label(Cell.Verdict)
            : Verdicts.Label(Verdicts.StateOf(Trial.Verdict)) + (Trial.Interrupted ? ", interrupted" : string.Empty),
        ["verdict", var kind] => (double)Trials.Sum(t => t.Verdict.Findings.GetValueOrDefault(kind)),
        ["acknowledged"] => (double)Trials.Sum(t => t.Verdict.Acknowledged),
        ["unknown"] => (double)Trials.Sum(t => t.Verdict.UnknownOutcomes),
        ["unknown", "applied"] => (double)Trials.Sum(t => t.Verdict.UnknownApplied),
        ["throughput"] => Trial is not null ? Trial.Throughput : Numbers(Suite.Report.Throughput).Count > 0 ? Cell.Throughput : null,
        ["rates"] => (double)Numbers(Suite.Report.Throughput).Count,
        ["rates", var at] => Box()?[int.Parse(at, CultureInfo.InvariantCulture)],
        ["successes"] => (double)LoadTotals.Of(Operations).Successes,
        ["failures"] => (double)LoadTotals.Of(Operations).Failed,
        ["failed"] => LoadTotals.Of(Operations).FailedShare,
        ["search"] => Trials.Any(t => t.SloSearch is not null) ? true : null,
        ["cores", "all"] => Estimates.Of(Trials.Select(Processes.BusyCores)),
        ["cores", var process] => OfProcess(process, (trial, cores, _) => trial.Seconds.Average(cores)),
        ["cpu", var process] => OfProcess(process, (trial, cores, _) => Processes.CpuSecondsPer1000(trial, cores)),
        ["peak", var process] => OfProcess(process, (trial, _, bytes) => trial.Seconds.Max(bytes)),
        ["rate"] => Cell.Load.Rate,
        ["interval"] => Cell.Throughput is var e && e.HasInterval ? $"{Format.Number(e.Low)}–{Format.Number(e.High)}" : "one trial",
        ["trials"] => (double)Cell.Trials.Count,
        ["ceiling"] => Cell.ShareOfCeiling,
        ["clientBound"] => Cell.ClientBound,
        ["emptiest"] => Cell.ShareOfEmptiest,
        ["seconds"] => Trials.Any(t => t.Seconds.Count > 0) ? true : null,
        ["response", var at] when Operation is not null => Latency.Of(ResponseTimes.Of(Operations), at),
        [("response" or "service" or "delay") and var time, var at] =>
            Trial is null ? Cell.Times.GetValueOrDefault(time)?.At(at) : Latency.Of(StepTimes.Of(Trial, time, Cell.Operation), at),
        ["part", var at] => PartOf(at.Split('.')),
        ["time"] when Time is not null => StepTimes.Title(Time),
        ["values"] when Time is not null => (double?)Cell.Times.GetValueOrDefault(Time)?.Merged.Count,
        ["all", var at] when Time is not null => Latency.Of(Cell.Times.GetValueOrDefault(Time)?.Merged, at),
        _ when Time is not null && Latency.Percentiles.Contains(name) => Cell.Times.GetValueOrDefault(Time)?.At(name),
        _ => null,
    };

    // p50.store: the mean of a part in the requests around a percentile of the service time, all trials together; p50.service: their sum.
    private double? PartOf(string[] at)
    {
        var parts = RequestBreakdown.At([.. Operations], double.Parse(at[0].AsSpan(1), CultureInfo.InvariantCulture));
        return parts is null ? null : at[1] == "service" ? parts.Skip(1).Sum() : parts[RequestBreakdown.Parts.ToList().IndexOf(at[1])];
    }

    private Estimate? OfProcess(string name, Func<StepRecord, Func<SecondRecord, double?>, Func<SecondRecord, long?>, double?> value)
    {
        var (_, cores, bytes) = Processes.All.First(p => p.Name.Equals(name, StringComparison.OrdinalIgnoreCase));
        return Estimates.Of(Trials.Select(t => value(t, cores, bytes)), Cell.Seed);
    }

    [GeneratedRegex(@"\{(?<name>[^}:]+)(:(?<format>\w+))?\}")]
    private static partial Regex Names();
}
