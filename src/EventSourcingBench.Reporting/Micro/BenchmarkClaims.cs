namespace EventSourcingBench.Reporting.Micro;

/// <summary>The rules by name that decide claims from microbenchmarks.</summary>
internal static class BenchmarkClaims
{
    /// <summary>Fewer events are no long stream.</summary>
    private const long LongStream = 10_000;

    /// <returns>Empty where the benchmarks cannot test the claim.</returns>
    public static IReadOnlyList<ClaimCase> Decide(ReportClaim claim, BenchmarkSet set)
    {
        Func<BenchmarkRow, ClaimCase?> rule = claim.Rule switch
        {
            null => _ => null,
            "proportional" => Proportional,
            "collects" => Collects,
            _ => throw new FormatException($"This version has no rule named '{claim.Rule}'."),
        };
        return set.OverEvents ? [.. set.Rows.Select(rule).OfType<ClaimCase>()] : [];
    }

    private static ClaimCase? Proportional(BenchmarkRow row)
    {
        if (row.Growth is not { } growth)
            return null;

        var (from, half) = (Math.Abs(growth.Exponent - 1), growth.Half ?? double.PositiveInfinity);
        var answer = from + half <= PowerLaw.Tolerance ? ClaimAnswer.Holds
            : from - half > PowerLaw.Tolerance ? ClaimAnswer.DoesNot : ClaimAnswer.NotDecided;
        return new ClaimCase(
            NameOf(row), answer, $"Exponent from {Format.Count((long)PowerLaw.From)} to {Format.Count((long)PowerLaw.To)} events",
            $"{Format.Number(growth.Exponent)}{(growth.Half is { } known ? $" ± {Format.Number(known)}" : string.Empty)}",
            answer == ClaimAnswer.NotDecided ? "more counts of events would do" : null);
    }

    private static ClaimCase? Collects(BenchmarkRow row)
    {
        if (row.Points.LastOrDefault(b => b.X >= LongStream && b.Record.MemoryOperations > 0) is not { } most)
            return null;

        // The count of generation 1 has the collections of generation 2 in it.
        var each = (double)most.Record.Collections[1] / most.Record.MemoryOperations;
        return new ClaimCase(NameOf(row), each >= 1 ? ClaimAnswer.Holds : ClaimAnswer.DoesNot,
            $"Collections of generations 1 and 2 for a load of {Format.Count(most.X!.Value)} events", Format.Number(each));
    }

    private static string NameOf(BenchmarkRow row) =>
        row.First.Title + (row.First.Size is { } size ? $" ({Format.Count(size)} strings)" : string.Empty);
}
