namespace EventSourcingBench.Reporting.Measures;

/// <summary>The highest rate (requests a second) that a way of use kept within the published bound, or within that of its search, with the
/// response time there in milliseconds, null where it is not known. <c>IsLimit</c>: whether a higher rate was tried and not kept.
/// <c>IsConfirmed</c>: whether the search confirmed it, if it is that of a search.</summary>
internal sealed record SustainedRate(double Rate, double? P99, bool IsLimit, bool IsConfirmed = true)
{
    /// <summary>The published limits are those at which p99 came to 18 and 20 ms.</summary>
    public const double BoundMilliseconds = 20;

    /// <summary>A rate counts as kept when at least this share of what was due succeeded.</summary>
    private const double KeptShare = 0.98;

    /// <summary>Rates nearer to each other than this are not distinguished: a search comes no nearer.</summary>
    public const double SearchStep = 1.1;

    public static bool IsKept(Cell cell) =>
        cell.Verdict == VerdictState.Passed && cell.Load.DueRate is { } due && cell.Throughput.Median >= KeptShare * due;

    public static SustainedRate? Of(IReadOnlyCollection<Cell> cells)
    {
        var searches = cells.Where(c => c.Verdict == VerdictState.Passed).SelectMany(c => c.Trials)
            .Select(t => t.SloSearch).OfType<SloSearchRecord>().ToList();
        if (searches.Count > 0)
        {
            return searches.Where(s => s.Rate is not null).MaxBy(s => s.Rate) is not { } best ? null
                : new(
                    best.Rate!.Value, best.Slowest?.Response?.TotalMilliseconds, best.Broken is not null,
                    best.Confirmations >= SloSearchRecord.RunsToConfirm && best.Slowest is { IsOfFew: false });
        }

        var rates = cells.Where(c => c.Load is { Rate: not null, Ramp: false }).OrderBy(c => c.Load.Rate).ToList();
        return rates.FindLast(c => IsKept(c) && c.Response?.P99 is { IsLowerBound: false, Median: <= BoundMilliseconds }) is { } held
            ? new SustainedRate(held.Load.Rate!.Value, held.Response!.P99?.Median, held.Load.Rate < rates[^1].Load.Rate) : null;
    }

    /// <summary>How many times the other's rate; null where one of the two is not confirmed, or may do more than was tried.</summary>
    public double? Against(SustainedRate? other) =>
        IsLimit && IsConfirmed && other is { IsLimit: true, IsConfirmed: true } ? Rate / other.Rate : null;

    /// <summary><c>1,000</c>, or <c>1,000 or more</c>.</summary>
    public override string ToString() => Format.Number(Rate) + (IsLimit ? string.Empty : " or more");
}
