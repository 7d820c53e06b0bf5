namespace EventSourcingBench.Reporting.Markdown;

/// <summary>The answer, the rankings and what is needed to repeat them, to paste into an issue.</summary>
internal static class MarkdownReport
{
    public static string Render(ReportModel model)
    {
        var text = new StringBuilder();
        Line($"# {MarkdownText.Escape(model.Title)}");
        foreach (var run in model.Runs)
        {
            Flags(run);
        }

        foreach (var run in model.Microbenchmarks?.Runs ?? [])
        {
            BenchmarkFlagsOf(run);
        }

        foreach (var comparison in model.Comparisons)
        {
            Table(comparison, "## ");
        }

        foreach (var suite in model.Suites)
        {
            Suite(model, suite);
        }

        if (model.Microbenchmarks is { } microbenchmarks)
        {
            Microbenchmarks(microbenchmarks);
        }

        foreach (var run in model.Runs)
        {
            Run(run);
        }

        foreach (var run in model.Microbenchmarks?.Runs ?? [])
        {
            BenchmarkRun(run);
        }

        return text.ToString();

        void Line(string line) => text.Append(line).Append("\n\n");

        void Table(TableModel table, string heading)
        {
            if (table.Rows.Count > 0)
            {
                Line(heading + MarkdownText.Escape(table.Caption));
                Line(MarkdownText.Table(table));
            }
        }

        void WithNote(TableModel table)
        {
            Table(table, "### ");
            if (table.Note.Length > 0)
            {
                Line(MarkdownText.Escape(table.Note));
            }
        }

        void Flags(RunModel run)
        {
            if (run.Letter.Length > 0)
            {
                Line($"**Run {run.Letter}**: {MarkdownText.Escape(run.Run.Id)}");
            }

            FlagLines(run.Flags);
        }

        void BenchmarkFlagsOf(MicrobenchmarkRun run)
        {
            Line($"**{run.Name}**: {MarkdownText.Escape(run.Folder.Name)}");
            FlagLines(run.Flags);
        }

        void FlagLines(IReadOnlyList<Flag> flags)
        {
            if (flags.Count > 0)
            {
                Line(string.Join('\n', flags.Select(f => $"- **{MarkdownText.Escape(f.Title)}** {MarkdownText.Escape(f.Text)}")));
            }
        }

        void Microbenchmarks(MicrobenchmarkModel microbenchmarks)
        {
            Line("## Microbenchmarks");
            foreach (var answer in microbenchmarks.Answers)
            {
                Line(MarkdownText.Sentence(answer));
            }

            Line(MarkdownText.Escape(MicrobenchmarkModel.NotRanked));
            foreach (var group in microbenchmarks.Groups)
            {
                Line($"### {MarkdownText.Escape(group.Name)}");
                if (group.Question.Length > 0)
                {
                    Line($"*{MarkdownText.Escape(group.Question)}*");
                }

                // All results have more rows than anyone reads in an issue, and are in the CSV: here only where nothing else says them.
                IEnumerable<TableModel> measured = group.Charts.Count == 0 ? [group.Results] : group.Charts.Select(c => c.Table);
                foreach (var table in measured.Prepend(group.Fit).Append(group.Published).OfType<TableModel>())
                {
                    Table(table, "#### ");
                }
            }
        }

        void BenchmarkRun(MicrobenchmarkRun run)
        {
            Line($"## How to repeat it ({run.Name})");
            Line($"```sh\n{run.Command}\n```");
            Line($"## Environment ({run.Name})");
            Line(MarkdownText.Table(run.Environment));
        }

        void Suite(ReportModel report, SuiteModel suite)
        {
            Line($"## {MarkdownText.Escape(suite.Name)}");
            if (suite.Question.Length > 0)
            {
                Line($"*{MarkdownText.Escape(suite.Question)}*");
            }

            if (suite.Rankings.Count == 0)
            {
                Line("No store can be ranked.");
            }

            foreach (var ranking in suite.Rankings)
            {
                var letter = report.Runs[ranking.Run].Letter;
                Line((letter.Length > 0 ? $"Run {letter}: " : string.Empty) + MarkdownText.Sentence(ranking.Answer)
                    + string.Concat(ranking.Caveats.Select(c => " " + MarkdownText.Escape(c))));
                Table(ranking.Table, "### ");
                Line(MarkdownText.Escape(ranking.Rule));
            }

            if (suite.Unranked.Count > 0)
            {
                Line("### Not ranked");
                Line(string.Join('\n', suite.Unranked.Select(u =>
                    $"- **{MarkdownText.Escape(Letters.StoreName(u.Store, u.Run, report.Runs.Count))}** ({MarkdownText.Escape(u.Tier)}): {MarkdownText.Escape(u.Reason)}"
                    + (u.Where.Length > 0 ? $" ({MarkdownText.Escape(u.Where)})" : string.Empty))));
            }

            WithNote(suite.NotPassed);
            foreach (var finding in suite.Findings)
            {
                WithNote(finding);
            }

            if (suite.Summary is { } summary)
            {
                WithNote(summary);
            }

            foreach (var chart in suite.Charts)
            {
                // Samples of growing stores have more rows than anyone reads in an issue, and are in the CSV: here what they come to.
                if (chart.Fits is { } fits)
                {
                    WithNote(fits);
                }

                var isSummedUp = suite.Summary is not null && chart.Kind == ChartKind.Category;
                if ((chart.Kind == ChartKind.Category && !isSummedUp) || (chart.Kind == ChartKind.Timeline && chart.Views.Values.Any(v => v.Marks is not null)))
                {
                    Table(chart.Table, "### ");
                }
            }

            foreach (var table in suite.Tables.Where(t => t.Caption != "Verdicts" && (suite.Summary is null || t.Rows.Count <= SuiteModel.MostRows)))
            {
                Table(table, "### ");
            }
        }

        void Run(RunModel run)
        {
            var name = run.Letter.Length > 0 ? $" (run {run.Letter})" : string.Empty;
            Table(run.Unavailable, "## ");
            Line($"## How to repeat it{name}");
            Line($"```sh\n{run.Command}\n```");
            Line(MarkdownText.Table(run.Provenance));
            if (run.EngineReports.Count > 0)
            {
                Line(MarkdownText.Escape(EngineReportLink.Remark(run.Run.Engine)));
                Line(string.Join('\n', run.EngineReports.Select(r => $"- The load engine's own report: [{MarkdownText.Escape(r.Step)}]({r.Address})")));
            }

            Line($"## Environment{name}");
            Line(MarkdownText.Table(run.Environment));
        }
    }
}
