using System.Globalization;
using EventSourcingBench.Domain;
using EventSourcingBench.Measurement;

namespace EventSourcingBench.LoadTests;

/// <summary>
/// Holds a store to what it acknowledged and to the rules: every acknowledged event is there once, in its show's stream; nothing is
/// there that was refused or that nobody sent; no seat is reserved twice without a cancellation between; each show that was
/// asked for reads as its events say; and so does the read model that the store's projection makes of them.
/// </summary>
/// <param name="ledger">What was sent.</param>
/// <param name="target">Reads shows.</param>
/// <param name="project">Starts the projection of shows; null comes back where the store runs none.</param>
/// <param name="counting">Is told of each show that was compared.</param>
/// <param name="time">The clock.</param>
internal sealed class ReservationVerifier(
    ReservationLedger ledger,
    IReservationTarget target,
    Func<CancellationToken, Task<IShowReadModel?>> project,
    CountedPhase counting,
    TimeProvider time)
{
    /// <summary>Shows that are read at a time: one after the other, ten thousand take longer than the events of all of them.</summary>
    public const int ReadersOfShows = 16;

    private const string Snapshots = "snapshot-";
    private const int MostExamples = 10;

    // The store may still be at work on a request whose sender has given up.
    private static readonly TimeSpan Settle = TimeSpan.FromSeconds(1);

    private readonly Dictionary<Guid, SeatEntry> _sent = ledger.Entries.ToDictionary(e => e.EventId);
    private readonly Dictionary<Guid, int> _there = [];
    private readonly Dictionary<int, ShowReplay> _shows = [];
    private readonly List<string> _examples = [];
    private readonly Lock _gate = new();
    private ShowReadModelCheck? _readModel;
    private long _foreign;
    private long _misplaced;
    private long _broken;
    private long _disagreeing;

    /// <summary>Reads everything and judges. What goes wrong while reading is the verdict <c>not verified</c>.</summary>
    public async Task<VerdictRecord> VerifyAsync(IReadBack readBack, CancellationToken cancellationToken)
    {
        try
        {
            if (_sent.Values.Any(s => s.Outcome == Outcome.Timeout))
            {
                await Task.Delay(Settle, time, cancellationToken);
            }

            await foreach (var found in readBack.ReadAllAsync(cancellationToken))
            {
                if (!found.Stream.StartsWith(Snapshots, StringComparison.Ordinal))
                {
                    Take(found);
                }
            }

            await Parallel.ForEachAsync(
                _shows,
                new ParallelOptions { MaxDegreeOfParallelism = ReadersOfShows, CancellationToken = cancellationToken },
                async (show, cancel) => Compare(show.Key, show.Value, await target.ReadAsync(show.Key, cancel)));

            if (await project(cancellationToken) is { } readModel)
            {
                var check = new ShowReadModelCheck(_sent, _there.ContainsKey, _shows, Example);
                await check.ReadAsync(readModel, time, cancellationToken);
                _readModel = check;
            }
        }
        catch (Exception e)
        {
            return new VerdictRecord { Passed = false, Text = $"not verified: {e.Message}", Acknowledged = Acknowledged };
        }

        return Judge();
    }

    private long Acknowledged => _sent.Values.LongCount(s => s.Outcome == Outcome.Success);

    private void Take(DeliveredEvent found)
    {
        if (!_sent.TryGetValue(found.EventId, out var sent))
        {
            _foreign++;
            Example($"{found.EventId}: nobody sent it");
            return;
        }

        var count = _there[found.EventId] = _there.GetValueOrDefault(found.EventId) + 1;
        if (count > 1)
        {
            Example($"{found.EventId}: there {count} times");
        }

        if (found.Stream != ShowStreams.Of(ShowIds.Of(sent.Show)).Value)
        {
            _misplaced++;
            Example($"{found.EventId}: in {found.Stream}, sent to show {ShowIds.Of(sent.Show)}");
            return;
        }

        if (!_shows.TryGetValue(sent.Show, out var replay))
        {
            _shows.Add(sent.Show, replay = new ShowReplay());
        }

        if (replay.Break(found.Version, sent) is { } rule)
        {
            _broken++;
            Example($"show {ShowIds.Of(sent.Show)}: {rule}");
        }
    }

    private void Compare(int show, ShowReplay replay, ShownSeats? shown)
    {
        var agrees = shown is { } seen && seen.Version == replay.Version && seen.Taken.SequenceEqual(replay.Taken);
        lock (_gate)
        {
            counting.Advance();
            if (!agrees)
            {
                _disagreeing++;
                Example($"show {ShowIds.Of(show)}: it reads as version {shown?.Version ?? 0}, its events say {replay.Version}, or other seats");
            }
        }
    }

    private VerdictRecord Judge()
    {
        var (lost, refusedApplied, unknown, applied) = (0L, 0L, 0L, 0L);
        foreach (var (id, sent) in _sent)
        {
            var isThere = _there.ContainsKey(id);
            switch (sent.Outcome)
            {
                case Outcome.Success when !isThere:
                    lost++;
                    Example($"{id}: acknowledged, not there");
                    break;
                case Outcome.Timeout:
                    unknown++;
                    applied += isThere ? 1 : 0;
                    break;
                case Outcome.Conflict or Outcome.Refused or Outcome.Error when isThere:
                    refusedApplied++;
                    Example($"{id}: refused, and there");
                    break;
            }
        }

        var duplicated = _there.Values.Sum(n => (long)n - 1);
        var acknowledged = Acknowledged;
        var broken = _broken + _disagreeing;
        var readModel = _readModel is { } read ? read.RowsMissing + read.RowsSurplus + read.ShowsWrong : 0;
        var passed = lost + duplicated + _foreign + _misplaced + refusedApplied + broken + readModel == 0 && acknowledged + applied > 0;
        return new VerdictRecord
        {
            Passed = passed,
            Text = passed ? Text($"verified: {acknowledged:N0} acknowledged requests, {_there.Count:N0} events, no seat sold twice")
                    + (_readModel is null ? "; read model not checked: the store runs no projections" : ", read model agrees")
                    + (unknown > 0 ? Text($"; of {unknown:N0} unknown outcomes {applied:N0} done") : "")
                : acknowledged + applied == 0 ? "not verified: no request was acknowledged"
                : Text($"FAILED: lost {lost:N0}, duplicated {duplicated:N0}, foreign {_foreign:N0}, misplaced {_misplaced:N0}, refused but there {refusedApplied:N0}, rules broken {_broken:N0}, shows that read otherwise {_disagreeing:N0}") + ReadModelText(),
            Acknowledged = acknowledged,
            Lost = lost,
            Duplicated = duplicated,
            Foreign = _foreign,
            Misplaced = _misplaced,
            RefusedApplied = refusedApplied,
            RulesBroken = broken,
            RowsMissing = _readModel?.RowsMissing ?? 0,
            RowsSurplus = _readModel?.RowsSurplus ?? 0,
            TotalsWrong = _readModel?.ShowsWrong ?? 0,
            UnknownOutcomes = unknown,
            UnknownApplied = applied,
            Examples = _examples,
        };
    }

    private string ReadModelText() => _readModel switch
    {
        null => "; read model not checked: the store runs no projections",
        { RowsMissing: 0, RowsSurplus: 0, ShowsWrong: 0 } => "",
        { } read => Text($"; the read model disagrees: rows missing {read.RowsMissing:N0}, surplus {read.RowsSurplus:N0}, shows that it counts otherwise {read.ShowsWrong:N0}")
            + (read.FirstWrong is { } show ? $", such as {show}" : ""),
    };

    private void Example(string text)
    {
        if (_examples.Count < MostExamples)
        {
            _examples.Add(text);
        }
    }

    private static string Text(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
