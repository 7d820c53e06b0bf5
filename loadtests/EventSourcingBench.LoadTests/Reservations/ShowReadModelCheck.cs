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
/// <param name="example">Is told of what was found.</param>
internal sealed class ShowReadModelCheck(
    IReadOnlyDictionary<Guid, SeatEntry> sent, Func<Guid, bool> isThere, IReadOnlyDictionary<int, ShowReplay> shows, Action<string> example)
{
    private readonly HashSet<Guid> _seen = [];
    private readonly HashSet<int> _wrong = [];

    /// <summary>Events without a row.</summary>
    public long RowsMissing { get; private set; }

    /// <summary>Rows that are there twice, or have no event.</summary>
    public long RowsSurplus { get; private set; }

    /// <summary>Shows of which it says something else than their streams or the ledger.</summary>
    public long ShowsWrong => _wrong.Count;

    /// <summary>The first of them; null where there is none.</summary>
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
            RowsMissing++;
            Wrong(entry.Show, $"the read model has no row of {id}");
        }

        await CompareAsync(model, cancellationToken);
    }

    private void Take(ReadBackRow row)
    {
        if (!sent.TryGetValue(row.EventId, out var entry) || Delta(entry) == 0 || !isThere(row.EventId) || !_seen.Add(row.EventId))
        {
            RowsSurplus++;
            example($"read model: {row.EventId} has a row that it should not have, in show {row.Group}");
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
        _wrong.Add(show);
        example($"show {ShowIds.Of(show)}: {what}");
    }

    private static long Delta(SeatEntry entry) => entry.Kind switch
    {
        ShowCommandKind.Reserve => 1,
        ShowCommandKind.Cancel => -1,
        _ => 0,
    };
}
