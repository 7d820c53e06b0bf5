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
    private readonly Findings _findings = new();
    private long _old;

    /// <summary>
    /// Reads everything and judges. What goes wrong while reading is the verdict <c>not verified</c>, with what was found until then.
    /// </summary>
    public async Task<VerdictRecord> VerifyAsync(IAsyncEnumerable<StoredEnrolment> stored, TimeProvider time)
    {
        string? obstacle = null;
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
            obstacle = e.Message;
        }

        return Judge(obstacle);
    }

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
            _findings.Add(FindingKind.Foreign, found, f => $"{f.Id}: a {f.Event.GetType().Name} that was never sent");
            return;
        }

        var count = _there[found.Id] = _there.GetValueOrDefault(found.Id) + 1;
        if (count > 1)
        {
            _findings.Add(FindingKind.Duplicated, found.Id, id => $"{id}: there again");
        }

        if (!isSecond && _replay.Break(found.Event) is { } rule)
        {
            _findings.Add(FindingKind.RuleBroken, found.Id, id => $"{id}: {rule}");
        }
    }

    // Where the reading broke, what is there is judged, and nothing is taken to be missing.
    private VerdictRecord Judge(string? obstacle)
    {
        var isRead = obstacle is null;
        var (acknowledged, unknown, applied) = (0L, 0L, 0L);
        foreach (var (id, sent) in _sent)
        {
            var events = Events(id, sent.Command);
            var isPart = isRead && events != (sent.Command.Wanted is StudentJoined or StudentLeft ? eventsOfJoining : 1);
            switch (sent.Outcome)
            {
                case Outcome.Success:
                    acknowledged++;
                    _findings.Add(
                        FindingKind.Lost,
                        isPart ? 1 : 0,
                        (id, events),
                        l => $"{l.id}: acknowledged, {(l.events == 0 ? "not there" : "half of it there")}");
                    break;
                case null:
                    unknown++;
                    applied += events > 0 ? 1 : 0;
                    _findings.Add(FindingKind.Lost, isPart && events > 0 ? 1 : 0, id, i => $"{i}: half of it there");
                    break;
                case Outcome.Conflict or Outcome.Refused or Outcome.Error when events > 0:
                    _findings.Add(FindingKind.RefusedApplied, id, i => $"{i}: refused, and there");
                    break;
            }
        }

        _findings.Add(FindingKind.Lost, isRead ? preloaded - _old : 0, _old, o => Text($"of {preloaded:N0} preloaded events {o:N0} are there"));
        _findings.Add(FindingKind.Foreign, _old - preloaded, _old, o => Text($"{o:N0} preloaded events are there, {preloaded:N0} were appended"));
        var full = ledger.FullCourses.ToList();
        foreach (var course in isRead ? full.Where(c => _replay.StudentsIn(c) != EnrolmentScript.HotPlaces) : [])
        {
            _findings.Add(
                FindingKind.RuleBroken,
                course,
                c => Text($"{c}: refused as full, with {_replay.StudentsIn(c)} of {EnrolmentScript.HotPlaces} students"));
        }

        obstacle ??= acknowledged + applied == 0 ? "no operation was acknowledged" : null;
        return Verdict.Of(_findings, acknowledged, unknown, applied, obstacle, Good(acknowledged, full.Count));
    }

    private string Good(long acknowledged, int full) =>
        Text($"{acknowledged:N0} acknowledged operations, {_there.Count:N0} events, no rule broken")
        + (full > 0 ? Text($"; {full:N0} shared courses filled, each with exactly {EnrolmentScript.HotPlaces} students") : "");

    private int Events(Guid id, EnrolmentCommand command) =>
        (_there.ContainsKey(id) ? 1 : 0)
        + (eventsOfJoining == 2 && command.Wanted is StudentJoined or StudentLeft && _there.ContainsKey(Neighbour(id)) ? 1 : 0);

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
