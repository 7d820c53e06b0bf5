namespace EventSourcingBench.LoadTests.Steps;

/// <summary>Which rate a search tries next: it doubles the rate until the bound is broken, then halves the interval between what held and
/// what did not, until they are a tenth apart. A rate at which a run broke the bound is tried again, and two of three runs decide. What
/// held is confirmed by three runs; if two break, the search goes on below.</summary>
internal sealed class RateSearch(double first, double most, int mostRuns, double least = 1)
{
    private const double Close = 1.1;
    private const int Decides = 2;

    // What confirming one rate takes at most, after its first run.
    private const int ToConfirm = 4;

    private readonly SortedDictionary<double, (int Held, int Broken)> _runs = [];

    /// <summary>The highest rate that held below the lowest that did not; 0 where none did.</summary>
    public double Held => _runs.Where(r => r.Key < Broken && r.Value.Held > r.Value.Broken).Select(r => r.Key).LastOrDefault();

    private double Broken => _runs.Where(r => r.Value.Broken >= Decides).Select(r => r.Key).FirstOrDefault(double.PositiveInfinity);

    public void Add(double rate, bool held)
    {
        var (well, badly) = _runs.GetValueOrDefault(rate);
        _runs[rate] = held ? (well + 1, badly) : (well, badly + 1);
    }

    /// <summary>The rate of the next run; null where the search has ended.</summary>
    public double? Next()
    {
        var runs = _runs.Values.Sum(r => r.Held + r.Broken);
        if (runs == 0 || runs == mostRuns)
            return runs == 0 ? first : null;

        if (_runs.FirstOrDefault(r => r.Value is { Broken: 1, Held: < Decides }) is { Key: > 0 and var undecided })
            return undecided;

        var (held, broken) = (Held, Broken);
        var next = double.IsPositiveInfinity(broken) ? Math.Min(held * 2, most) : (held + broken) / 2;
        return broken > held * Close && next >= least && next > held && runs < mostRuns - ToConfirm ? next
            : held > 0 && _runs[held].Held < SloSearchRecord.RunsToConfirm ? held
            : null;
    }
}
