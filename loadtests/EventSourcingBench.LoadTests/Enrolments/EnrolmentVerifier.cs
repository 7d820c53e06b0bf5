using System.Globalization;
using EventSourcingBench.Api;
using EventSourcingBench.Domain;
using EventSourcingBench.Measurement;

namespace EventSourcingBench.LoadTests;

/// <summary>
/// Holds a store to what it acknowledged and to the rules: every acknowledged event is there once, nothing is there that
/// was refused or that nobody sent, and the stored events in their order break no rule.
/// </summary>
/// <param name="ledger">What was sent.</param>
/// <param name="eventsOfJoining">Events that a joining leaves: 1 or 2.</param>
/// <param name="preloaded">Events that were in the store before the load.</param>
internal sealed class EnrolmentVerifier(EnrolmentLedger ledger, int eventsOfJoining, long preloaded)
{
    // The store may still be at work on a request whose sender has given up.
    private static readonly TimeSpan Settle = TimeSpan.FromSeconds(1);

    private readonly Dictionary<Guid, (EnrolmentCommand Command, Outcome? Outcome)> _sent = ledger.Entries.ToDictionary(e => e.Command.EventId);
    private readonly Dictionary<Guid, int> _there = [];
    private readonly EnrolmentReplay _replay = new();
    private readonly List<string> _examples = [];
    private long _old;
    private long _foreign;

    /// <summary>Reads everything and judges. What goes wrong while reading is the verdict <c>not verified</c>.</summary>
    public async Task<VerdictRecord> VerifyAsync(IAsyncEnumerable<StoredEnrolment> stored, TimeProvider time)
    {
        try
        {
            if (_sent.Values.Any(s => s.Outcome is null))
            {
                await Task.Delay(Settle, time);
            }

            await foreach (var found in stored)
            {
                Take(found);
            }
        }
        catch (Exception e)
        {
            return new VerdictRecord { Passed = false, Text = $"not verified: {e.Message}", Acknowledged = Acknowledged };
        }

        return Judge();
    }

    private long Acknowledged => _sent.Values.LongCount(s => s.Outcome == Outcome.Success);

    private void Take(StoredEnrolment found)
    {
        if (IsOld(found.Event))
        {
            _old++;
            return;
        }

        // Aggregates keep a joining twice, with neighbouring identities: the rules look at the first.
        var isSecond = eventsOfJoining == 2 && !_sent.ContainsKey(found.Id) && _sent.ContainsKey(Neighbour(found.Id));
        var id = isSecond ? Neighbour(found.Id) : found.Id;
        if (!_sent.TryGetValue(id, out var sent) || sent.Command.Wanted != found.Event)
        {
            _foreign++;
            Example($"{found.Id}: a {found.Event.GetType().Name} that nobody sent");
            return;
        }

        _there[found.Id] = _there.GetValueOrDefault(found.Id) + 1;
        if (!isSecond && _replay.Break(found.Event) is { } rule)
        {
            Example($"{found.Id}: {rule}");
        }
    }

    private VerdictRecord Judge()
    {
        var (lost, refusedApplied, unknown, applied) = (0L, 0L, 0L, 0L);
        foreach (var (id, sent) in _sent)
        {
            var events = Events(id, sent.Command);
            var whole = events == (sent.Command.Wanted is StudentJoined or StudentLeft ? eventsOfJoining : 1);
            switch (sent.Outcome)
            {
                case Outcome.Success when !whole:
                    lost++;
                    Example($"{id}: acknowledged, {(events == 0 ? "not there" : "half of it there")}");
                    break;
                case null:
                    unknown++;
                    applied += events > 0 ? 1 : 0;
                    lost += events > 0 && !whole ? 1 : 0;
                    break;
                case Outcome.Conflict or Outcome.Refused or Outcome.Error when events > 0:
                    refusedApplied++;
                    Example($"{id}: refused, and there");
                    break;
            }
        }

        lost += Math.Max(0, preloaded - _old);
        _foreign += Math.Max(0, _old - preloaded);
        var duplicated = _there.Values.Sum(n => (long)n - 1);
        var full = ledger.FullCourses.ToList();
        var notFull = full.Count(c => _replay.StudentsIn(c) != EnrolmentScript.HotPlaces);
        var broken = _replay.Broken + notFull;
        var acknowledged = Acknowledged;
        var passed = lost + duplicated + _foreign + refusedApplied + broken == 0 && acknowledged + applied > 0;
        return new VerdictRecord
        {
            Passed = passed,
            Text = passed ? Good(acknowledged, unknown, applied, full.Count)
                : acknowledged + applied == 0 ? "not verified: no operation was acknowledged"
                : Text($"FAILED: lost {lost:N0}, duplicated {duplicated:N0}, foreign {_foreign:N0}, refused but there {refusedApplied:N0}, rules broken {broken:N0}"),
            Acknowledged = acknowledged,
            Lost = lost,
            Duplicated = duplicated,
            Foreign = _foreign,
            RefusedApplied = refusedApplied,
            RulesBroken = broken,
            UnknownOutcomes = unknown,
            UnknownApplied = applied,
            Examples = _examples,
        };
    }

    private string Good(long acknowledged, long unknown, long applied, int full) =>
        Text($"verified: {acknowledged:N0} acknowledged operations, {_there.Count:N0} events, no rule broken")
        + (full > 0 ? Text($"; {full:N0} shared courses filled, each with exactly {EnrolmentScript.HotPlaces} students") : "")
        + (unknown > 0 ? Text($"; of {unknown:N0} unknown outcomes {applied:N0} done") : "");

    private int Events(Guid id, EnrolmentCommand command) =>
        (_there.ContainsKey(id) ? 1 : 0)
        + (eventsOfJoining == 2 && command.Wanted is StudentJoined or StudentLeft && _there.ContainsKey(Neighbour(id)) ? 1 : 0);

    private void Example(string text)
    {
        const int most = 10;
        if (_examples.Count < most)
        {
            _examples.Add(text);
        }
    }

    private static bool IsOld(EnrolmentEvent happened) => (happened switch
    {
        CourseRegistered e => e.Course,
        StudentRegistered e => e.Student,
        StudentJoined e => e.Course,
        StudentLeft e => e.Course,
        _ => "",
    }).StartsWith(EnrolmentPreload.Prefix, StringComparison.Ordinal);

    private static Guid Neighbour(Guid id) => EnrolmentIds.Second(id);

    private static string Text(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
