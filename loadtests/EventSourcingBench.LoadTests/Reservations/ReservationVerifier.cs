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

    // The store may still be at work on a request whose sender has given up.
    private static readonly TimeSpan Settle = TimeSpan.FromSeconds(1);

    private readonly Dictionary<Guid, SeatEntry> _sent = ledger.Entries.ToDictionary(e => e.EventId);
    private readonly Dictionary<Guid, int> _there = [];
    private readonly Dictionary<int, ShowReplay> _shows = [];
    private readonly Findings _findings = new();
    private readonly Lock _gate = new();
    private ShowReadModelCheck? _readModel;
    private long _disagreeing;

    /// <summary>
    /// Reads everything and judges. What goes wrong while reading is the verdict <c>not verified</c>, with what was found until then.
    /// </summary>
    public async Task<VerdictRecord> VerifyAsync(IReadBack readBack, CancellationToken cancellationToken)
    {
        string? obstacle = null;
        var isRead = false;
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

            isRead = true;
            await Parallel.ForEachAsync(
                _shows,
                new ParallelOptions { MaxDegreeOfParallelism = ReadersOfShows, CancellationToken = cancellationToken },
                async (show, cancel) => Compare(show.Key, show.Value, await target.ReadAsync(show.Key, cancel)));

            if (await project(cancellationToken) is { } readModel)
            {
                _readModel = new ShowReadModelCheck(_sent, _there.ContainsKey, _shows, _findings);
                await _readModel.ReadAsync(readModel, time, cancellationToken);
            }
        }
        catch (Exception e)
        {
            obstacle = cancellationToken.IsCancellationRequested ? "interrupted." : e.Message;
        }

        return Judge(isRead, obstacle);
    }

    private void Take(DeliveredEvent found)
    {
        if (!_sent.TryGetValue(found.EventId, out var sent))
        {
            _findings.Add(FindingKind.Foreign, found.EventId, id => $"{id}: it was never sent");
            return;
        }

        var count = _there[found.EventId] = _there.GetValueOrDefault(found.EventId) + 1;
        if (count > 1)
        {
            _findings.Add(FindingKind.Duplicated, found.EventId, id => $"{id}: there {count} times");
        }

        if (found.Stream != ShowStreams.Of(ShowIds.Of(sent.Show)).Value)
        {
            _findings.Add(FindingKind.Misplaced, found, f => $"{f.EventId}: in {f.Stream}, sent to show {ShowIds.Of(sent.Show)}");
            return;
        }

        if (!_shows.TryGetValue(sent.Show, out var replay))
        {
            _shows.Add(sent.Show, replay = new ShowReplay());
        }

        if (replay.Break(found.Version, sent) is { } rule)
        {
            _findings.Add(FindingKind.RuleBroken, sent.Show, s => $"show {ShowIds.Of(s)}: {rule}");
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
                _findings.Add(FindingKind.RuleBroken, show, s => string.Create(
                    CultureInfo.InvariantCulture,
                    $"show {ShowIds.Of(s)}: it reads as version {shown?.Version ?? 0}, its events say {replay.Version}, or other seats"));
            }
        }
    }

    // Where the reading broke, what is there is judged, and nothing is taken to be missing.
    private VerdictRecord Judge(bool isRead, string? obstacle)
    {
        var (acknowledged, unknown, applied) = (0L, 0L, 0L);
        foreach (var (id, sent) in _sent)
        {
            var isThere = _there.ContainsKey(id);
            switch (sent.Outcome)
            {
                case Outcome.Success:
                    acknowledged++;
                    _findings.Add(FindingKind.Lost, isRead && !isThere ? 1 : 0, id, i => $"{i}: acknowledged, not there");
                    break;
                case Outcome.Timeout:
                    unknown++;
                    applied += isThere ? 1 : 0;
                    break;
                case Outcome.Conflict or Outcome.Refused or Outcome.Error when isThere:
                    _findings.Add(FindingKind.RefusedApplied, id, i => $"{i}: refused, and there");
                    break;
            }
        }

        obstacle ??= acknowledged + applied == 0 ? "no request was acknowledged" : null;
        var readModel = _readModel is not null ? ", read model agrees" : "; read model not checked: the store runs no projections";
        return Verdict.Of(
            _findings,
            acknowledged,
            unknown,
            applied,
            obstacle,
            Text($"{acknowledged:N0} acknowledged requests, {_there.Count:N0} events, no seat sold twice") + readModel,
            Remark(obstacle));
    }

    private string? Remark(string? obstacle)
    {
        string?[] remarks =
        [
            _disagreeing > 0 ? Text($"{_disagreeing:N0} of the rules broken are shows that read otherwise than their events say") : null,
            _readModel?.FirstWrong is { } show ? $"the read model disagrees, for example about show {show}" : null,
            _readModel is null && obstacle is null ? "read model not checked: the store runs no projections" : null,
        ];
        return remarks.OfType<string>().ToList() is { Count: > 0 } said ? string.Join("; ", said) : null;
    }

    private static string Text(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
