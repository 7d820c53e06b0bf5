namespace EventSourcingBench.Checking.Checks;

/// <summary>Judges a read model: a row for each event that gives one, as it was sent, and totals that are sums of what is stored.</summary>
internal sealed class ReadModelCheck(
    StoredEvents stored, Func<SentEvent, FoundRow?> rows, Func<FoundRow, ulong>? eventOfRow, Findings findings, string where)
{
    private readonly HashSet<string> _wrong = new(StringComparer.Ordinal);
    private readonly bool[] _hasRow = new bool[stored.Count];

    public long Expected => Numbers().LongCount();

    public void Take(FoundRow row)
    {
        var number = stored.Sent.Find(row.EventId);
        if (!stored.IsThere(number) || RowOf(number) is not { } expected || _hasRow[number])
        {
            findings.Add(FindingKind.RowSurplus, $"{row.EventId} in {row.Group} is there twice, or has no event{where}");
            return;
        }

        _hasRow[number] = true;
        if ((expected.Group, expected.Amount) != (row.Group, row.Amount))
        {
            Wrong(row.Group, $"the row of {row.EventId} is {row.Amount} in {row.Group}, {expected.Amount} in {expected.Group} was sent");
        }
        else if (eventOfRow is not null && eventOfRow(row) != stored.Sent[number].Hash)
        {
            findings.Add(FindingKind.ContentChanged, $"the row of {row.EventId} has another document than was sent{where}");
        }
    }

    /// <summary>All rows were read: finds what is missing. Returns what totals there must be, by group.</summary>
    public Dictionary<string, (long Count, long Total)> Complete()
    {
        var totals = new Dictionary<string, (long Count, long Total)>(StringComparer.Ordinal);
        foreach (var number in Numbers())
        {
            if (!_hasRow[number])
                findings.Add(FindingKind.RowMissing, $"{stored.Sent.Describe(number)}{where}");

            var row = RowOf(number)!.Value;
            var (count, total) = totals.GetValueOrDefault(row.Group);
            totals[row.Group] = (count + 1, total + row.Amount);
        }

        return totals;
    }

    public void Compare(string group, (long Count, long Total) expected, ReadModelSummary? kept)
    {
        var actual = (Count: kept?.Count ?? 0, Total: kept?.Total ?? 0);
        var (are, must) = ($"{actual.Count} rows and sums up to {actual.Total}", $"{expected.Count} and {expected.Total} are stored");
        if (actual != expected)
            Wrong(group, $"{group} has {are}; {must}");
    }

    private IEnumerable<long> Numbers() => stored.Present().Where(number => RowOf(number) is not null);

    private FoundRow? RowOf(long number) => stored.Sent[number] is { IsSent: true } sent ? rows(sent) : null;

    private void Wrong(string group, string what)
    {
        if (_wrong.Add(group))
            findings.Add(FindingKind.TotalWrong, $"{what}{where}");
    }
}
