namespace EventSourcingBench.Reporting.Comparing;

/// <summary>Two runs, A and B: what differs between them, and what that made of the numbers.</summary>
/// <param name="Facts">What differs.</param>
/// <param name="Values">The metrics that both have.</param>
/// <param name="OnlyA">What only A measured, by suite, store and load.</param>
public sealed record RunComparison(
    ComparableRun A, ComparableRun B, IReadOnlyList<DifferingFact> Facts, IReadOnlyList<ComparedMetric> Values,
    IReadOnlyList<string> OnlyA, IReadOnlyList<string> OnlyB)
{
    public IReadOnlyList<FactKind> Kinds { get; } = [.. Facts.Select(f => f.Kind).Distinct().Order()];

    /// <summary>A ratio says what one kind of thing did where nothing else differs. Machines differ in more than is recorded.</summary>
    public bool IsComparable => Values.Count > 0 && WhyNot(Facts) is null;

    /// <summary>Whether a script should stop: a metric of B is slower, or B's verdict is bad where A's was good.</summary>
    public bool IsWorse => IsComparable
        && Values.Any(v => v.Difference?.Decision == Decision.Less || v is { A.Problem: null, B.Problem: not null });

    /// <param name="margin">See <see cref="Difference.Of"/>.</param>
    public static RunComparison Of(ComparableRun a, ComparableRun b, double margin)
    {
        return new RunComparison(a, b, Between(a, b, ScopesOf(a).Intersect(ScopesOf(b)).ToHashSet(StringComparer.Ordinal)),
            [
                .. from one in a.Values
                   join other in b.Values on one.Key equals other.Key
                   where one.Unit == other.Unit
                   select ComparedMetric.Of(one, other, margin),
            ], Missing(a, b), Missing(b, a));

        static IEnumerable<string> ScopesOf(ComparableRun run) => run.Values.SelectMany(v => new[] { v.Suite, v.Store }).Append("");

        static List<string> Missing(ComparableRun of, ComparableRun from) =>
            [.. of.Values.Select(Name).Except(from.Values.Select(Name), StringComparer.Ordinal)];

        static string Name(MeasuredValue v) => string.Join(", ", new[] { v.Suite, v.Store, v.Load }.Where(t => t.Length > 0));
    }

    /// <summary>What differs between two runs, of some stores and suites, and of the whole run where the scope is empty.</summary>
    public static IReadOnlyList<DifferingFact> Between(ComparableRun a, ComparableRun b, IReadOnlySet<string> scopes)
    {
        var (factsA, factsB) = (Facts(a), Facts(b));
        return
        [
            .. from key in factsA.Keys.Union(factsB.Keys)
               where scopes.Contains(key.Scope)
               let one = factsA.GetValueOrDefault(key)
               let other = factsB.GetValueOrDefault(key)
               where !IsSame(key.Kind, one?.Value ?? "", other?.Value ?? "")
               orderby key.Kind
               select new DifferingFact(key.Kind, (one ?? other)!.Title, Shown(one), Shown(other)),
        ];

        static Dictionary<(FactKind Kind, string Scope, string Name), RunFact> Facts(ComparableRun run) =>
            run.Facts.DistinctBy(f => (f.Kind, f.Scope, f.Name)).ToDictionary(f => (f.Kind, f.Scope, f.Name));

        static string Shown(RunFact? fact) => fact is { Value.Length: > 0 } ? fact.Value : Format.None;
    }

    /// <summary>Why runs that differ so are not compared; null where they are.</summary>
    public static string? WhyNot(IEnumerable<DifferingFact> facts)
    {
        var kinds = facts.Select(f => f.Kind).Distinct().Order().ToList();
        return kinds.Contains(FactKind.Machine) ? "Not compared: the machines differ."
            : kinds.Count > 1 ? "Not compared: more than one kind of thing differs "
                + $"({string.Join("; ", kinds.Select(RunFact.Word))}). Which of them made a difference could not be said."
            : null;
    }

    /// <summary>What to repeat so that a ratio says something, a line each; empty where it does already.</summary>
    public IEnumerable<string> Advice()
    {
        if (Kinds.Contains(FactKind.Machine))
            yield return "Repeat A on the machine of B, or both on a third: machines differ in more than is recorded.";

        foreach (var kind in Kinds.Where(k => k != FactKind.Machine && Kinds.Count > 1))
        {
            var values = string.Join(", ", Facts.Where(f => f.Kind == kind).Select(f => $"{f.Title} {f.B}"));
            yield return $"For the effect of the {RunFact.Word(kind)}: repeat A with that of B ({values}), and all else as in A.";
        }

        if (Values.Count == 0)
            yield return "The runs have no store at the same load of the same suite: repeat A with the loads of B.";

        if (!IsComparable)
        {
            yield return $"A was made by: {A.Command ?? Format.None}";
            yield return $"B was made by: {B.Command ?? Format.None}";
        }
    }

    // Lists are of loads and other values that are measured one by one: what both runs have is compared.
    private static bool IsSame(FactKind kind, string one, string other) =>
        one == other || (kind == FactKind.Workload && one.Split(',').Intersect(other.Split(','), StringComparer.Ordinal).Any());
}

public sealed record DifferingFact(FactKind Kind, string Title, string A, string B)
{
    public string Text => $"{Title}: {A} → {B}";
}

/// <summary>A metric of both runs.</summary>
/// <param name="Ratio">B over A; null where it cannot be computed.</param>
/// <param name="Difference">How many times as fast B is; null where that cannot be said.</param>
public sealed record ComparedMetric(MeasuredValue A, MeasuredValue B, Estimate? Ratio, Difference? Difference)
{
    public string Answer => B.Problem is { } problem ? problem : A.Problem is { } before ? $"A {before}"
        : A.GreaterIsBetter is null ? string.Empty : Format.Answer(Difference, "B", "A", "trials");

    public static ComparedMetric Of(MeasuredValue a, MeasuredValue b, double margin)
    {
        if (!a.Trials.Concat(b.Trials).All(v => v > 0))
            return new ComparedMetric(a, b, null, null);

        var (first, second) = a.GreaterIsBetter == true ? (b.Trials, a.Trials) : (a.Trials, b.Trials);
        var speed = Difference.Of(first, second, paired: false, margin, noise: 0, Estimates.AnySeed)
            .WithLowerBounds(b.HasLowerBounds, a.HasLowerBounds) with
        { IsOfAll = a.IsOfAll || b.IsOfAll };
        return new ComparedMetric(
            a, b, a.GreaterIsBetter == true ? speed.Ratio : new Estimate(1 / speed.Ratio.Median, 1 / speed.Ratio.High, 1 / speed.Ratio.Low),
            a.GreaterIsBetter is null || a.Problem is not null || b.Problem is not null ? null : speed);
    }
}
