namespace EventSourcingBench.Reporting.Claims;

/// <summary>The rules by name that decide claims from the steps of a suite.</summary>
internal static class ClaimRules
{
    private const string Seconds = "seconds";

    // The first and the last quarter of fewer seconds are too short to be compared.
    private const int FewestSeconds = 8;

    /// <returns>Empty where the steps cannot test the claim.</returns>
    public static IReadOnlyList<ClaimCase> Decide(SuiteDefinition suite, ReportClaim claim, IReadOnlyList<Cell> cells)
    {
        Func<ClaimGroup, IEnumerable<ClaimCase>> rule = claim.Rule switch
        {
            null => _ => [],
            "rises" or "greater" => g => Differences(suite, claim, g, d => (d.Decision == Decision.Greater, !d.MayBeGreater)),
            "falls" => g => Differences(suite, claim, g, d => (d.Decision == Decision.Less, !d.MayBeLess)),
            "keeps" => g => Differences(suite, claim, g, d => (!d.MayBeLess, d.Decision == Decision.Less)),
            "atMost" => g => Differences(suite, claim, g, d => (!d.MayBeGreater, d.Decision == Decision.Greater)),
            "alike" => g => Differences(suite, claim, g, d => (!d.MayBeGreater && !d.MayBeLess, !d.IsOpen)),
            "follows" => g => Follows(suite, claim, g),
            "sustains" => g => Sustains(suite, claim, g),
            _ => throw new FormatException($"This version has no rule named '{claim.Rule}'. Use the one that made the run."),
        };
        var each = claim.Each.Select(a => suite.AxisOf(a)).ToList();
        var where = claim.Where.Select(w => (Axis: suite.AxisOf(w.Key), Place: w.Value)).ToList();
        // What succeeds at a given rate is the rate, and says nothing about the store.
        var closedOnly = claim.Rule != "sustains" && (claim.Value == "throughput" || claim.Over is "throughput" or Seconds);
        var passed = cells.Where(c => c.Verdict == VerdictState.Passed && !(closedOnly && c.Load.IsOpen)).ToList();
        var used = passed.FindAll(c => where.TrueForAll(w => IsAt(w.Axis, w.Place, c, passed)));
        // An axis of one value says nothing in a name, unless it is the first.
        var named = each.Where((axis, i) => i == 0 || axis.Values(used).Count > 1).ToList();
        return
        [
            .. used.GroupBy(c => (c.Run, string.Join('\n', each.Select(a => a.Of(c)))))
                .Select(g => new ClaimGroup(NameOf(named, g.First()), [.. g])).SelectMany(rule),
        ];
    }

    // With the letter of the run where there are several; the names of stores have it.
    private static string NameOf(IEnumerable<Axis> axes, Cell cell)
    {
        var name = string.Join(", ", axes.Select(a => a.Label(cell) is { Length: > 0 } label ? label : a.Of(cell)).OfType<string>());
        return name.Contains(LetterOf(cell), StringComparison.Ordinal) ? name : name + LetterOf(cell);
    }

    private static string LetterOf(Cell cell) => cell.Name[cell.Store.Length..];

    private static IEnumerable<ClaimCase> Differences(
        SuiteDefinition suite, ReportClaim claim, ClaimGroup shared, Func<Difference, (bool Holds, bool DoesNot)> decide)
    {
        var value = claim.Over == Seconds
            ? ComparedValue.OfTrials("Successes a second", isTime: false, (_, trial) => trial.Seconds.Average(s => s.Successes))
            : ValueOf(suite, claim.Value);
        return
            from pair in claim.Over == Seconds ? Quarters(shared) : Pairs(suite, claim, shared)
            let one = claim.Margin is { } margin ? pair.One with { Margin = margin } : pair.One
            let other = claim.Margin is { } wide ? pair.Other with { Margin = wide } : pair.Other
            // Of times the one that is less is faster.
            let difference = value.IsTime ? value.Between(other, one) : value.Between(one, other)
            where difference is not null
            let answer = decide(difference) switch
            {
                (true, _) => ClaimAnswer.Holds,
                (_, true) => ClaimAnswer.DoesNot,
                _ => ClaimAnswer.NotDecided,
            }
            select new ClaimCase(pair.Who, answer, value.Name + pair.Compared,
                $"{Format.Median(value.Median(one))} over {Format.Median(value.Median(other))}: {Format.Times(difference.Ratio)}",
                answer == ClaimAnswer.NotDecided ? Lacks(difference) : null);
    }

    /// <summary>The steps at the places that the claim names, or at both ends of its axis; of several at a place the best.</summary>
    private static IEnumerable<ClaimPair> Pairs(SuiteDefinition suite, ReportClaim claim, ClaimGroup shared)
    {
        var axis = suite.AxisOf(claim.Over);
        var places = axis.Values(shared.Cells)
            .Select(v => (Value: v, Best: Chart.Best(shared.Cells.Where(c => axis.Of(c) == v))!)).ToList();
        var (ones, others) = claim.One.Length > 0 ? (At(claim.One), At(claim.Other)) : ([.. places.TakeLast(1)], [.. places.Take(1)]);
        // Stores that are compared with each other are what the answer is about.
        var isOfStores = claim.Over is "store" or "product";
        return
            from one in ones
            from other in others
            where one.Value != other.Value
            let both = $"{one.Value} over {other.Value}"
            select isOfStores ? new ClaimPair($"{both}, {shared.Name}", string.Empty, one.Best, other.Best)
                : new ClaimPair(shared.Name, $", {Format.Small(axis.Name)} {both}", one.Best, other.Best);

        List<(string Value, Cell Best)> At(string place) => places.FindAll(p => IsAt(axis, place, p.Best, shared.Cells));
    }

    private static IEnumerable<ClaimPair> Quarters(ClaimGroup shared) =>
        from cell in shared.Cells
        let trials = cell.Trials.Where(t => t.Seconds.Count >= FewestSeconds).ToList()
        where trials.Count > 0
        select new ClaimPair(shared.Name, ", last quarter of the measured time over the first",
            cell with { Trials = [.. trials.Select(t => t with { Seconds = [.. t.Seconds.TakeLast(t.Seconds.Count / 4)] })] },
            cell with { Trials = [.. trials.Select(t => t with { Seconds = [.. t.Seconds.Take(t.Seconds.Count / 4)] })] });

    /// <summary>Whether most pairs of stores are in the same order by both values, however undecided pairs turn out.</summary>
    private static IEnumerable<ClaimCase> Follows(SuiteDefinition suite, ReportClaim claim, ClaimGroup shared)
    {
        var (value, followed) = (ValueOf(suite, claim.Value), ValueOf(suite, claim.Over));
        var stores = shared.Cells.GroupBy(c => c.Name, StringComparer.Ordinal).Select(g => Chart.Best(g)!).ToList();
        var pairs = (
            from i in Enumerable.Range(0, stores.Count)
            from j in Enumerable.Range(i + 1, stores.Count - i - 1)
            let one = value.Between(stores[i], stores[j])
            let other = followed.Between(stores[i], stores[j])
            where one is not null && other is not null
            select (one, other)).ToList();
        if (pairs.Count == 0)
            yield break;

        var open = pairs.Where(p => p.one.IsOpen || p.other.IsOpen).ToList();
        var same = pairs.Except(open).Count(p => p.one.Decision == p.other.Decision);
        var answer = 2 * same > pairs.Count ? ClaimAnswer.Holds
            : 2 * (same + open.Count) <= pairs.Count ? ClaimAnswer.DoesNot : ClaimAnswer.NotDecided;
        yield return new ClaimCase(
            shared.Name, answer, $"Order of pairs of stores by {Format.Small(value.Name)} and by {Format.Small(followed.Name)}",
            $"the same in {same} of {pairs.Count}" + (open.Count > 0 ? $", not decided in {open.Count}" : string.Empty),
            answer != ClaimAnswer.NotDecided ? null
                : open.SelectMany(p => new[] { p.one, p.other }).Select(Lacks).FirstOrDefault(l => l is not null));
    }

    /// <summary>Whether the one kept a higher rate than the other: both have to have met a rate that they did not keep.</summary>
    private static IEnumerable<ClaimCase> Sustains(SuiteDefinition suite, ReportClaim claim, ClaimGroup shared)
    {
        var axis = suite.AxisOf(claim.Over);
        List<Cell> ones = [.. shared.Cells.Where(c => IsAt(axis, claim.One, c, shared.Cells))],
            others = [.. shared.Cells.Where(c => IsAt(axis, claim.Other, c, shared.Cells)).Except(ones)];
        if (SustainedRate.Of(ones) is not { } one || SustainedRate.Of(others) is not { } other)
            yield break;

        var isOnce = ones.Concat(others).All(c => c.Trials.Count == 1 && c.Trials[0].SloSearch is null);
        var times = one.Against(other);
        var answer = times switch
        {
            > SustainedRate.SearchStep when Kept(ones, one) && Broke(others, other) => ClaimAnswer.Holds,
            < 1 / SustainedRate.SearchStep when Kept(others, other) && Broke(ones, one) => ClaimAnswer.DoesNot,
            _ => ClaimAnswer.NotDecided,
        };
        yield return new ClaimCase(
            shared.Name, answer, $"Highest rate kept (requests/s), {Format.Small(axis.Name)} {axis.Of(ones[0])} over {axis.Of(others[0])}",
            $"{one} over {other}",
            answer != ClaimAnswer.NotDecided ? null : isOnce ? "one trial"
                : !one.IsConfirmed || !other.IsConfirmed ? "a search did not confirm its rate"
                : times is null ? "higher rates would do"
                : times is > SustainedRate.SearchStep or < 1 / SustainedRate.SearchStep ? "trials differ at a rate"
                : "rates between would do");

        // A search confirms its rate by several runs; of other steps the trials have to agree.
        static bool Kept(List<Cell> cells, SustainedRate rate) =>
            IsSearched(cells) || cells.Exists(c => IsAtRate(c, r => r.Equals(rate.Rate)) && Agree(c) == true);

        static bool Broke(List<Cell> cells, SustainedRate rate) =>
            IsSearched(cells) || Agree(cells.Where(c => IsAtRate(c, r => r > rate.Rate)).MinBy(c => c.Load.Rate)) == false;

        static bool IsSearched(List<Cell> cells) => cells.Exists(c => c.Trials.Any(t => t.SloSearch is not null));

        static bool IsAtRate(Cell cell, Func<double, bool> isIt) => cell.Load is { Ramp: false, Rate: { } rate } && isIt(rate);

        static bool? Agree(Cell? cell) => KeptTrials.Agree(cell, SustainedRate.BoundMilliseconds);
    }

    private static bool IsAt(Axis axis, string place, Cell cell, IReadOnlyList<Cell> all)
    {
        if (axis.Of(cell) is not { } text)
            return false;

        var values = axis.Values(all);
        return place switch
        {
            "least" => text == values[0],
            "greatest" => text == values[^1],
            "next" => values.Count > 1 && text == values[^2],
            ['≤' or '≥', .. var bound] => axis.Order(cell) is IConvertible number and not string
                && number.ToDouble(CultureInfo.InvariantCulture).CompareTo(double.Parse(bound, CultureInfo.InvariantCulture))
                    is var order && (order == 0 || order < 0 == (place[0] == '≤')),
            [.. var start, '*'] => text.StartsWith(start, StringComparison.Ordinal),
            _ => text == place || text == place + LetterOf(cell),
        };
    }

    private static ComparedValue ValueOf(SuiteDefinition suite, string name)
    {
        var metric = suite.Metric(name, RequestReport.Common.Metrics);
        return name switch
        {
            "throughput" => ComparedValue.Throughput,
            "response.p99" => ComparedValue.Response,
            "delay.p99" => ComparedValue.Delay,
            _ => ComparedValue.OfTrials(metric.Name, isTime: false, (cell, trial) => new RowValues(suite, cell, trial).Number(metric.Path)),
        };
    }

    private static string? Lacks(Difference difference) => !difference.IsOpen ? null
        : difference.Decision == Decision.Equal ? $"the noise of {Format.Margin(difference.Noise)} could hide it"
        : !double.IsFinite(difference.Noise) ? Format.UnknownNoise
        : !difference.HasRatio ? "a value is 0, or a lower bound"
        : difference.Count == 1 ? Format.OneValue(difference)
        : difference.More is { } more ? $"{Format.More(more, "trials")} would do" : null;

    /// <summary>The steps that share the axes of a claim, with the name of what they share.</summary>
    private sealed record ClaimGroup(string Name, IReadOnlyList<Cell> Cells);

    private sealed record ClaimPair(string Who, string Compared, Cell One, Cell Other);
}
