namespace EventSourcingBench.Stores.Faulty.Lying;

/// <summary>Behaviours of appends that several lies share.</summary>
internal static class Writes
{
    public static Behaviour Doing(Func<Write, MultiStreamResult> write) => new() { Write = (w, _) => ValueTask.FromResult(write(w)) };

    /// <summary>The same with appends that take time.</summary>
    public static Behaviour TakingTime(LieContext context, Func<Write, MultiStreamResult> write) => new()
    {
        Write = (w, cancellationToken) => context.TakeTimeAsync(() => ValueTask.FromResult(write(w)), cancellationToken),
    };

    /// <summary>After one in so many appends that succeeded, something happens, and the answer is another.</summary>
    public static Behaviour After(LieContext context, Func<Write, AllAppended, MultiStreamResult> then) =>
        Doing(write => context.Log.Append(write) is var result && result is AllAppended appended && context.IsDue()
            ? then(write, appended)
            : result);

    /// <summary>One in so many appends for which the condition holds is carried out in another way.</summary>
    public static Behaviour Instead(LieContext context, Func<Write, bool> when, Func<Write, MultiStreamResult> instead) =>
        Doing(write => when(write) && context.IsDue() ? instead(write) : context.Log.Append(write));

    /// <summary>Acknowledged events that no reader sees.</summary>
    public static Behaviour Losing(LieContext context, Func<Write, IEnumerable<BulkEvent>> lost)
    {
        var hidden = new HiddenEvents();
        return Doing(write => hidden.Append(context.Log, write, lost(write))) with { Show = hidden.Show };
    }

    /// <summary>One in so many appends loses its first event.</summary>
    public static Behaviour LosingFirst(LieContext context) => Losing(context, write => context.IsDue() ? write.Events.Take(1) : []);

    /// <summary>The refusal that names the first stream.</summary>
    public static NoneAppended Refuse(this Write write, long actualVersion) =>
        new(write.Parts[0].Stream, new WrongExpectedVersion(write.Parts[0].Expected, actualVersion));
}

/// <summary>Events that are in the log and that no reader gets to see.</summary>
internal sealed class HiddenEvents
{
    private readonly ConcurrentDictionary<Guid, bool> _ids = [];

    public void Hide(Guid id) => _ids.TryAdd(id, true);

    public bool Has(Guid id) => _ids.ContainsKey(id);

    /// <summary>The event, or null where it is hidden.</summary>
    public RecordedEvent? Show(RecordedEvent recorded) => Has(recorded.Id) ? null : recorded;

    /// <summary>Appends some of the events so that no reader sees them.</summary>
    public MultiStreamResult Append(HonestLog log, Write write, IEnumerable<BulkEvent> lost)
    {
        Guid[] ids = [.. lost.Select(e => e.Event.Id)];
        Array.ForEach(ids, Hide);
        var result = log.Append(write);
        if (result is not AllAppended)
            Array.ForEach(ids, id => _ids.TryRemove(id, out _));

        return result;
    }
}
