using System.Text.Encodings.Web;

namespace EventSourcingBench.Reporting.Publishing;

/// <summary>Makes the published form of a run: what a report computes, without the steps.</summary>
public static partial class Publication
{
    // A 16th of the value: a shape to look at. The median and the 99th percentile are among the values, to a thousandth.
    private const int HistogramBits = 4;

    // Characters: enough to find it in the files.
    private const int SecretContext = 40;

    private static readonly JsonSerializerOptions Unescaped =
        new(RunJson.Compact) { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };

    private const string UnansweredNote =
        "Requests without an answer, or with an error, count with the greatest time: percentiles among them are lower bounds.";

    /// <summary>The published form, with what speaks against publishing the run in <see cref="PublishedRun.Forced"/>.</summary>
    /// <exception cref="FormatException">The run contradicts itself.</exception>
    public static PublishedRun Of(RunFolder folder)
    {
        var (run, runs) = (folder.Run, new[] { folder });
        var measured = folder.Steps.Select(s => s.Suite).Distinct(StringComparer.Ordinal).Select(name => SuiteDefinition.Of(name, runs))
            .Select(suite => (Suite: suite, Cells: suite.Draw(s => CellBuilder.Build(s, runs)))).ToList();
        return new PublishedRun(
            run.Id, run.StartedAt, run.EndedAt, run.ToolVersion, run.GitCommit,
            Folders().Replace(Output().Replace(RunBuilder.Command(run), string.Empty), "${option}"),
            run.Seed, run.Engine, run.Via, run.DataSource, folder.Environment,
            [.. run.Stores.Where(s => s.RepeatOf is null)], run.Unavailable,
            [.. measured.Select(m => SuiteOf(run, m.Suite, [.. m.Cells.Where(c => c.RepeatOf is null)]))],
            [.. PublishingGate.Reasons(folder, [.. measured.SelectMany(m => m.Cells.Select(c => (m.Suite, c)))])]);
    }

    /// <summary>What stands before each text that looks like a password; none where there is none. Such a run is never written.</summary>
    public static IReadOnlyList<string> SecretsIn(PublishedRun run)
    {
        var text = JsonSerializer.Serialize(run, Unescaped);
        return [.. Secret().Matches(text).Select(m => text[Math.Max(0, m.Index - SecretContext)..m.Index] + Secrets.Hidden).Distinct()];
    }

    private static PublishedSuite SuiteOf(RunRecord run, SuiteDefinition suite, IReadOnlyList<Cell> cells)
    {
        var workload = run.Workloads.GetValueOrDefault(suite.Name);
        var compared = RankingRules.ComparedBy(suite, cells);
        // "Events/s, median": the median is that of all values here.
        var unit = Format.Small(suite.Metric("throughput", RequestReport.Common.Metrics).Unit.Split(',')[0]);
        return new PublishedSuite(suite.Name, workload?.Question ?? string.Empty, workload?.Parameters ?? [],
            [.. cells.Select(c => CellOf(c, compared(c), unit))]);
    }

    private static PublishedCell CellOf(Cell cell, ComparedValue? compared, string unit)
    {
        ComparedValue[] values =
        [
            ComparedValue.Throughput, ComparedValue.ResponseAt("p50"), ComparedValue.Response, ComparedValue.DelayAt("p50"),
            ComparedValue.Delay,
        ];
        return new PublishedCell(
            cell.Store, cell.Load.Label, cell.Operation, cell.Tier,
            cell.Trials.MaxBy(t => Verdicts.StateOf(t.Verdict))!.Verdict with
            { Acknowledged = cell.Trials.Sum(t => t.Verdict.Acknowledged) },
            [
                .. values.Concat(compared is null ? [] : [compared]).DistinctBy(v => v.Name)
                    .Select(v => ValueOf(cell, v, v.IsTime ? "ms" : unit)).OfType<PublishedValue>(),
            ],
            Histogram(cell.Response), Histogram(cell.Delay),
            [
                .. cell.Trials.SelectMany(t => t.Notes).Concat(new[]
                {
                    cell.ClientBound ? $"Client-bound: {Format.Percent(cell.ShareOfCeiling)} of what the load generator reaches against "
                        + "an endpoint that does nothing. The store may do more." : null,
                    cell.Response?.Merged.Censored > 0 ? UnansweredNote : null,
                    cell.Trials.Any(t => t.Interrupted) ? "Interrupted." : null,
                }.OfType<string>()).Distinct(StringComparer.Ordinal),
            ]);
    }

    private static PublishedValue? ValueOf(Cell cell, ComparedValue value, string unit) => value.Median(cell) is not { } estimate ? null
        : new PublishedValue(
            value.Name, unit, !value.IsTime, Short(estimate.Median), estimate.Low is { } low ? Short(low) : null,
            estimate.High is { } high ? Short(high) : null, [.. value.Of(cell).Select(t => Short(t.Value))])
        { IsLowerBound = estimate.IsLowerBound };

    // More digits than were measured would take a fifth of the file.
    private static double Short(double value) => Format.Rounded(value, digits: 5);

    // A histogram has no other place for a request without an answer, which is slower than every answered one.
    private static HistogramRecord? Histogram(Latency? times)
    {
        if (times?.Merged.ToWindow() is not { } window)
            return null;

        var all = LatencyHistogram.FromRecord(window.Answered);
        for (var i = 0L; i < times.Merged.Censored; i++)
            all.RecordMicroseconds(window.GreatestMicroseconds);

        return all.ToRecord(HistogramBits);
    }

    // Another reader has another folder.
    [GeneratedRegex("""\s--output[\s=:]("[^"]*"|'[^']*'|\S+)""", RegexOptions.ExplicitCapture)]
    private static partial Regex Output();

    [GeneratedRegex("""(?<option>--(?:data|workload|plugin-folder)[\s=]"?)[^"\s]*/""", RegexOptions.ExplicitCapture)]
    private static partial Regex Folders();

    // In a connection string, an address, an argument or a setting, whatever process it was of; *** stands for one that was hidden.
    [GeneratedRegex(
        """
        (?<=(?:password|passwd|pwd|psw|secret|token)(?:\\?")?\s*[=:]\s*(?:\\?["'])?)(?!\*\*\*)[^\s;,&"'\\]{2,}
        | (?<=://[^/\s:@"]*:)(?!\*\*\*)[^/\s@"]+(?=@)
        """,
        RegexOptions.IgnoreCase | RegexOptions.ExplicitCapture | RegexOptions.IgnorePatternWhitespace)]
    private static partial Regex Secret();
}
