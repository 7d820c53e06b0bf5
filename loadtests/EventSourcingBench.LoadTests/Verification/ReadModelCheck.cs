using System.Runtime.InteropServices;

using EventSourcingBench.Measurement;

namespace EventSourcingBench.LoadTests;

/// <summary>
/// Reads the read model: one row for each event, as it was sent, and totals equal to the sums over the ledger
/// (acknowledged events and those unknown outcomes that turned out to be done).
/// </summary>
internal sealed class ReadModelCheck(EventTable table) : ICheck
{
    private readonly HashSet<string> _wrongGroups = new(StringComparer.Ordinal);
    private readonly List<Guid> _unknownRows = [];
    private IReadOnlyDictionary<string, GroupTotal> _totals = new Dictionary<string, GroupTotal>(StringComparer.Ordinal);

    public async Task ReadAsync(IReadBack readBack, CancellationToken cancellationToken)
    {
        await foreach (var row in readBack.ReadModelRowsAsync(cancellationToken).WithCancellation(cancellationToken))
        {
            Enter(row);
        }

        var groups = table.Streams.Select(s => s.Group).ToHashSet(StringComparer.Ordinal);
        _totals = await readBack.ReadTotalsAsync(groups, cancellationToken);
    }

    public void Judge(Findings findings, bool isWhole)
    {
        foreach (var eventId in _unknownRows)
        {
            findings.Add(FindingKind.RowSurplus, eventId, id => $"surplus row: {id} is no event");
        }

        foreach (ref readonly var state in table.States)
        {
            JudgeEvent(state, findings, isWhole);
        }

        JudgeTotals(findings, isWhole);
    }

    private static void JudgeEvent(in EventState state, Findings findings, bool isWhole)
    {
        if (isWhole && state.IsSent && state.IsThere && state.Rows == 0)
        {
            findings.Add(FindingKind.RowMissing, state.Sent.EventId, id => $"no row: {id}");
        }

        var surplus = state.IsThere ? state.Rows - 1 : state.Rows;
        findings.Add(FindingKind.RowSurplus, surplus, state.Sent.EventId, id => $"surplus row: {id} has more rows than one, or one without being there");
    }

    private void Enter(ReadBackRow row)
    {
        var index = table.Find(row.EventId);
        if (index < 0)
        {
            _unknownRows.Add(row.EventId);
            return;
        }

        ref var state = ref table.States[index];
        state.Rows++;
        var group = table.Streams[state.Sent.Stream].Group;
        if (state.IsSent && (row.Amount != state.Sent.Amount || row.Group != group))
        {
            _wrongGroups.Add(group);
        }
    }

    private void JudgeTotals(Findings findings, bool isWhole)
    {
        foreach (var (group, expected) in ExpectedTotals())
        {
            var actual = _totals.TryGetValue(group, out var total) ? total : default;
            if (isWhole && actual != expected)
            {
                findings.Add(FindingKind.TotalWrong, group, g => FormattableString.Invariant(
                    $"wrong total: {g} has {actual.Count} rows and sums up to {actual.Total}; {expected.Count} and {expected.Total} were sent"));
            }
            else if (_wrongGroups.Contains(group))
            {
                findings.Add(FindingKind.TotalWrong, group, g => $"wrong total: {g} has a row with another amount or group than was sent");
            }
        }
    }

    private Dictionary<string, GroupTotal> ExpectedTotals()
    {
        var totals = table.Streams.Select(s => s.Group).Distinct(StringComparer.Ordinal)
            .ToDictionary(g => g, _ => default(GroupTotal), StringComparer.Ordinal);
        foreach (ref readonly var state in table.States)
        {
            if (state.IsSent && (state.Sent.Outcome == LedgerOutcome.Acknowledged
                || (state.Sent.Outcome == LedgerOutcome.Unknown && state.IsThere)))
            {
                ref var total = ref CollectionsMarshal.GetValueRefOrNullRef(totals, table.Streams[state.Sent.Stream].Group);
                total = new GroupTotal(total.Count + 1, total.Total + state.Sent.Amount);
            }
        }

        return totals;
    }
}
