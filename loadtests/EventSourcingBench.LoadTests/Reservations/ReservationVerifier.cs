using System.Globalization;
using EventSourcingBench.Domain;
using EventSourcingBench.Measurement;

namespace EventSourcingBench.LoadTests;

/// <summary>
/// Holds a store to what it acknowledged and to the rules: every acknowledged event is there once, in its show's stream; nothing is
/// there that was refused or that nobody sent; no seat is reserved twice without a cancellation between; and each show that was
/// asked for reads as its events say.
/// </summary>
internal sealed class ReservationVerifier(ReservationLedger ledger, IReservationTarget target, TimeProvider time)
{
    private const string Snapshots = "snapshot-";
    private const int MostExamples = 10;

    // The store may still be at work on a request whose sender has given up.
    private static readonly TimeSpan Settle = TimeSpan.FromSeconds(1);

    private readonly Dictionary<Guid, SeatEntry> _sent = ledger.Entries.ToDictionary(e => e.EventId);
    private readonly Dictionary<Guid, int> _there = [];
    private readonly Dictionary<int, ShowReplay> _shows = [];
    private readonly List<string> _examples = [];
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

            foreach (var (show, replay) in _shows)
            {
                Compare(show, replay, await target.ReadAsync(show, cancellationToken));
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
        if (shown is null || shown.Value.Version != replay.Version || !shown.Value.Taken.SequenceEqual(replay.Taken))
        {
            _disagreeing++;
            Example($"show {ShowIds.Of(show)}: it reads as version {shown?.Version ?? 0}, its events say {replay.Version}, or other seats");
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
        var passed = lost + duplicated + _foreign + _misplaced + refusedApplied + broken == 0 && acknowledged + applied > 0;
        return new VerdictRecord
        {
            Passed = passed,
            Text = passed ? Text($"verified: {acknowledged:N0} acknowledged requests, {_there.Count:N0} events, no seat sold twice")
                    + (unknown > 0 ? Text($"; of {unknown:N0} unknown outcomes {applied:N0} done") : "")
                : acknowledged + applied == 0 ? "not verified: no request was acknowledged"
                : Text($"FAILED: lost {lost:N0}, duplicated {duplicated:N0}, foreign {_foreign:N0}, misplaced {_misplaced:N0}, refused but there {refusedApplied:N0}, rules broken {_broken:N0}, shows that read otherwise {_disagreeing:N0}"),
            Acknowledged = acknowledged,
            Lost = lost,
            Duplicated = duplicated,
            Foreign = _foreign,
            Misplaced = _misplaced,
            RefusedApplied = refusedApplied,
            RulesBroken = broken,
            UnknownOutcomes = unknown,
            UnknownApplied = applied,
            Examples = _examples,
        };
    }

    private void Example(string text)
    {
        if (_examples.Count < MostExamples)
        {
            _examples.Add(text);
        }
    }

    private static string Text(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
