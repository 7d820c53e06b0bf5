using System.Threading.Channels;

namespace EventSourcingBench.Api.Reservations;

/// <summary>The commands of one show, decided one after another by one loop. Waiting commands are decided together and appended by one
/// call. The state is in memory until the mailbox is closed; after an unexpected result it is loaded again.</summary>
internal sealed class ShowMailbox(string show, IEventStore events, ShowSource source, TimeProvider time)
{
    private const int MaxBatch = 100;

    private readonly Channel<PendingCommand> _commands = Channel.CreateUnbounded<PendingCommand>(new() { SingleReader = true });
    private LoadedShow? _loaded;
    private long _usedAt;

    /// <summary>The timestamp of its last command; 0 before the first.</summary>
    public long UsedAt => Volatile.Read(ref _usedAt);

    /// <summary>Completes when the mailbox is closed and all its commands are answered.</summary>
    public Task Ended { get; private set; } = Task.CompletedTask;

    public void Start(Action<ShowMailbox> ended) => Ended = Task.Run(() => RunAsync(ended));

    public bool TryPost(PendingCommand command)
    {
        Volatile.Write(ref _usedAt, time.GetTimestamp());
        return _commands.Writer.TryWrite(command);
    }

    /// <summary>Closes the mailbox; posted commands are still processed.</summary>
    public void Close() => _commands.Writer.TryComplete();

    /// <summary>Closes the mailbox if it was idle for the given time. One without a command is about to get its first one.</summary>
    /// <returns>True if this call closed it.</returns>
    public bool CloseIfIdle(TimeSpan idle) =>
        UsedAt is > 0 and var used && time.GetElapsedTime(used) >= idle && _commands.Writer.TryComplete();

    private async Task RunAsync(Action<ShowMailbox> ended)
    {
        // Not those of the request that opened the mailbox.
        RequestTimes.Current = null;
        var batch = new List<PendingCommand>();
        while (await _commands.Reader.WaitToReadAsync())
        {
            while (batch.Count < MaxBatch && _commands.Reader.TryRead(out var command))
                batch.Add(command);

            try
            {
                await DecideAsync(batch);
            }
            catch (Exception e)
            {
                // A failure of the store, or a defect: report it to the callers. The state in the store is unknown from here on.
                _loaded = null;
                batch.ForEach(c => c.Answer.TrySetException(e)); // No effect on answered commands.
            }

            batch.Clear();
        }

        ended(this);
    }

    private async Task DecideAsync(List<PendingCommand> batch)
    {
        for (var tries = 1; batch.Count > 0; tries++)
        {
            batch.ForEach(c => c.Times?.Enter(RequestPart.Store));
            var loaded = _loaded ?? await source.LoadAsync(show, CancellationToken.None);
            _loaded = null;
            var appends = new List<EventData>();
            var answers = batch.Select(c => Decide(loaded, c.Command, tries, appends)).ToList();
            var outcome = appends.Count == 0 ? Outcome.Appended : await AppendAsync(loaded.Version, appends, isAlone: batch.Count == 1);
            batch.ForEach(c => c.Times?.Enter(RequestPart.Adapter));
            if (outcome == Outcome.Appended)
                _loaded = loaded with { Version = loaded.Version + appends.Count };

            if (outcome == Outcome.Appended || (outcome != Outcome.Conflict && batch.Count == 1))
            {
                for (var i = 0; i < batch.Count; i++)
                    batch[i].Answer.TrySetResult(outcome == Outcome.Known ? answers[i] with { Version = null } : answers[i]);

                return;
            }

            if (outcome != Outcome.Conflict)
            {
                // The failed command cannot be identified here. Its failure is none of the others'.
                foreach (var command in batch)
                    await DecideAloneAsync(command);

                return;
            }

            var lost = new ReservationAnswer(Refusal: null, tries, IsConflict: true);
            batch.FindAll(c => c.MaxAttempts <= tries).ForEach(c => c.Answer.TrySetResult(lost));
            batch.RemoveAll(c => c.MaxAttempts <= tries);
        }
    }

    private async Task DecideAloneAsync(PendingCommand command)
    {
        try
        {
            await DecideAsync([command]);
        }
        catch (ArgumentException e)
        {
            command.Answer.TrySetException(e);
        }
    }

    private async Task<Outcome> AppendAsync(long version, List<EventData> appends, bool isAlone)
    {
        try
        {
            var result = await events.AppendAsync(ShowStreams.Of(show), ExpectedVersion.After(version), appends, CancellationToken.None);
            return result is not Appended appended ? Outcome.Conflict
                : appended.StreamVersion == version + appends.Count ? Outcome.Appended
                : appended.StreamVersion > version ? Outcome.Misplaced
                : Outcome.Known;
        }
        catch (ArgumentException) when (!isAlone)
        {
            // A store that has one of the ids from another append, or recognizes one, but not the first, refuses the call.
            return Outcome.Known;
        }
    }

    // The show includes earlier decisions of the same batch: if those are not appended, the whole batch is decided again.
    private static ReservationAnswer Decide(LoadedShow loaded, ShowCommand command, int tries, List<EventData> appends)
    {
        var (show, version) = loaded;
        var decision = show.Decide(command);
        if (decision.Happens is not { } happens)
            return new ReservationAnswer(decision.Refusal, tries - 1, decision.Refusal is null ? null : show.Taken);

        show.Apply(command.Id, happens);
        appends.Add(ReservationEvents.ToEventData(command.Id, happens));
        return new ReservationAnswer(Refusal: null, tries, Version: version + appends.Count);
    }

    private enum Outcome
    {
        Conflict,
        Appended,

        // The store has an event with these ids from an attempt whose answer was lost, and other commands have changed the seat since.
        Known,

        // The store has put new events elsewhere than behind the version that they were decided on.
        Misplaced,
    }
}

internal sealed record PendingCommand(ShowCommand Command, int MaxAttempts)
{
    public RequestTimes? Times { get; } = RequestTimes.Mark(RequestPart.Wait);

    // The mailbox must not run the continuations of waiting callers.
    public TaskCompletionSource<ReservationAnswer> Answer { get; } = new(TaskCreationOptions.RunContinuationsAsynchronously);
}
