using System.Collections.Concurrent;
using System.Globalization;
using EventSourcingBench.Domain;
using EventSourcingBench.Measurement;

namespace EventSourcingBench.LoadTests;

/// <summary>
/// Holds the read model of shows to the streams and to the ledger: one row for each seat that was reserved or cancelled, in its show;
/// and each show's sums are those of the ledger, with as many seats taken as its events say.
/// </summary>
/// <param name="sent">What was sent.</param>
/// <param name="isThere">Whether a stream has the event.</param>
/// <param name="shows">The shows, as their events say.</param>
/// <param name="findings">Gets what was found.</param>
internal sealed class ShowReadModelCheck(
    IReadOnlyDictionary<Guid, SeatEntry> sent, Func<Guid, bool> isThere, IReadOnlyDictionary<int, ShowReplay> shows, Findings findings)
{
    private readonly HashSet<Guid> _seen = [];
    private readonly HashSet<int> _wrong = [];

    /// <summary>The first show of which it says something else than the streams or the ledger; null where there is none.</summary>
    public string? FirstWrong => _wrong.Count == 0 ? null : ShowIds.Of(_wrong.Min());

    /// <summary>Waits until it has caught up, and reads it.</summary>
    public async Task ReadAsync(IShowReadModel model, TimeProvider time, CancellationToken cancellationToken)
    {
        var events = sent.Where(s => Delta(s.Value) != 0 && isThere(s.Key)).ToList();
        await CatchUp.WaitAsync(() => model.CountRowsAsync(cancellationToken), () => events.Count, time);
        await foreach (var row in model.ReadRowsAsync(cancellationToken))
        {
            Take(row);
        }

        foreach (var (id, entry) in events.Where(e => !_seen.Contains(e.Key)))
        {
            findings.Add(FindingKind.RowMissing, id, i => $"show {ShowIds.Of(entry.Show)}: the read model has no row of {i}");
        }

        await CompareAsync(model, cancellationToken);
    }

    private void Take(ReadBackRow row)
    {
        if (!sent.TryGetValue(row.EventId, out var entry) || Delta(entry) == 0 || !isThere(row.EventId) || !_seen.Add(row.EventId))
        {
            findings.Add(FindingKind.RowSurplus, row, r => $"read model: {r.EventId} has a row that it should not have, in show {r.Group}");
        }
        else if (row.Group != ShowIds.Of(entry.Show) || row.Amount != Delta(entry))
        {
            Wrong(entry.Show, $"the row of {row.EventId} is in show {row.Group} and counts {row.Amount}");
        }
    }

    private async Task CompareAsync(IShowReadModel model, CancellationToken cancellationToken)
    {
        // What the ledger says: acknowledged, and of the unknown outcomes those that were done.
        var ledger = sent.Where(s => Delta(s.Value) != 0 && (s.Value.Outcome == Outcome.Success || (s.Value.Outcome == Outcome.Timeout && isThere(s.Key))))
            .GroupBy(s => s.Value.Show, s => Delta(s.Value))
            .ToDictionary(g => g.Key, g => new GroupTotal(g.LongCount(), g.Sum()));

        // A show that was only created has nothing to be counted.
        var counted = shows.Where(s => s.Value.Version > 1 || ledger.ContainsKey(s.Key)).OrderBy(s => s.Key).ToList();
        var totals = new ConcurrentDictionary<int, GroupTotal>();
        await Parallel.ForEachAsync(
            counted.Select(s => s.Key),
            new ParallelOptions { MaxDegreeOfParallelism = ReservationVerifier.ReadersOfShows, CancellationToken = cancellationToken },
            async (show, cancel) => totals[show] = await model.ReadTotalAsync(ShowIds.Of(show), cancel));
        foreach (var (show, replay) in counted)
        {
            var (expected, shown) = (ledger.GetValueOrDefault(show), totals[show]);
            if (shown != expected || shown.Total != replay.TakenCount)
            {
                Wrong(show, string.Create(
                    CultureInfo.InvariantCulture,
                    $"the read model counts {shown.Total} seats taken by {shown.Count} events, the ledger {expected.Total} by {expected.Count}, its events say {replay.TakenCount}"));
            }
        }
    }

    private void Wrong(int show, string what)
    {
        if (_wrong.Add(show))
        {
            findings.Add(FindingKind.TotalWrong, show, s => $"show {ShowIds.Of(s)}: {what}");
        }
    }

    private static long Delta(SeatEntry entry) => entry.Kind switch
    {
        ShowCommandKind.Reserve => 1,
        ShowCommandKind.Cancel => -1,
        _ => 0,
    };
}
