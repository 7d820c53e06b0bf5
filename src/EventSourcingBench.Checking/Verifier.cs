using System.Runtime.ExceptionServices;

namespace EventSourcingBench.Checking;

/// <summary>Reads a store back and compares it with what it answered: the readings in their order, each handed to its check.</summary>
internal sealed class Verifier
{
    private static readonly TimeSpan StallAgain = TimeSpan.FromSeconds(1);

    // Streams one after the other would take a round trip each.
    private static readonly ParallelOptions Several = new() { MaxDegreeOfParallelism = 8 };
    private readonly VerificationPlan _plan;
    private readonly SentEvents _sent;
    private readonly StoredEvents _stored;
    private readonly Findings _findings = new();
    private TimeSpan _stall = CatchUp.Stall;
    private bool _isRead;
    private bool _isIdle;
    private bool _hasCaughtUp;
    private OrderDigest? _order;
    private CheckpointCheck? _checkpoints;
    private string? _how; // The store was read a second time.

    private Verifier(VerificationPlan plan)
    {
        (_plan, _sent) = (plan, new SentEvents(plan.History, plan.ReadBack.HasStreams));
        _stored = new StoredEvents(_sent);
    }

    /// <summary>Verifies a step. An error while reading is <c>not verified</c>, with what was found so far. Nothing cancels it: what an
    /// interrupted load has left is verified too.</summary>
    public static async Task<VerdictRecord> VerifyAsync(VerificationPlan plan)
    {
        var verifier = new Verifier(plan);
        string? obstacle = null;
        try
        {
            await verifier.ReadAsync();
        }
        catch (Exception e)
        {
            obstacle = e.Message;
        }

        try
        {
            verifier.Complete();
        }
        catch (Exception e)
        {
            // Whatever a store gave: it costs this verdict, and not those of other stores.
            obstacle ??= $"what was read could not be judged: {e.Message}";
        }

        return VerdictText.Of(plan, verifier._stored, verifier._findings, obstacle, verifier._how);
    }

    private async Task ReadAsync()
    {
        if (_plan.LiveSubscribers.Count > 0)
            _stored.KeepRanks();

        var unsettled = await SettleAsync();
        await ReadPlacesAsync(_plan.ReadBack, Marks.Stored, "", _plan.Rules);
        _isRead = true;
        _order = await ReadOrderAsync(_plan.ReadBack, "");

        // A row may come from an event that was written after the streams were read.
        if (!_isIdle)
            unsettled!.Throw();

        await ReadTagsAsync(_plan.ReadBack, "");
        await _plan.ReadFurther(_findings, CancellationToken.None);
        if (_plan.NotRebuilt > 0)
            _findings.Add(FindingKind.RowMissing, $"rows that were not saved again when a rebuild was complete", _plan.NotRebuilt);

        await ReadModelAsync(_plan.ReadModel, "");
        foreach (var other in _plan.OtherReadModels)
            await ReadModelAsync(other.Reader, ", in another read model", other.Rows);

        if (_plan.Restart is not null)
            await ReadModelAsync(await _plan.Restart(CancellationToken.None), ", after a restart of the projection");

        if (_plan.Reopen is not null)
        {
            var reopened = await _plan.Reopen(CancellationToken.None);
            var where = ", " + reopened.How;
            await ReadPlacesAsync(reopened.ReadBack, Marks.StoredAgain, where, []);
            await ReadOrderAsync(reopened.ReadBack, where);
            await ReadTagsAsync(reopened.ReadBack, where);
            await ReadModelAsync(reopened.ReadModel is { } open ? await open(CancellationToken.None) : null, where);
            _how = reopened.How;
        }

        // What was found in spite of it stands; a good verdict it cannot be.
        unsettled?.Throw();
    }

    // Judges what needs no further reading.
    private void Complete()
    {
        if (!_isRead)
            return;

        if (_plan.HasPositions)
            PositionCheck.Judge(_plan.History, _findings);

        ConditionCheck.Judge(_stored, _findings);
        ConflictCheck.Judge(_stored, _plan.Conflicts, _plan.Reads, _findings);
        new ReadCheck(_stored, _plan.Reads, _findings).Judge();
        if (_plan.Subscriber is { } subscriber)
            new DeliveryCheck(_stored, _findings, ", beside the load").Judge(new(subscriber), _hasCaughtUp, _order);

        foreach (var live in _plan.LiveSubscribers)
            new DeliveryCheck(_stored, _findings, ", by a live subscriber").Judge(live, _hasCaughtUp, _order);
    }

    private async Task<ExceptionDispatchInfo?> SettleAsync()
    {
        try
        {
            await new IdleWait(_plan.ReadBack, _plan.Time).WaitAsync(_sent.History, _plan.Reads);
            _isIdle = true;
            if (_plan.CatchUp is not null)
            {
                await _plan.CatchUp(CancellationToken.None);
                _hasCaughtUp = true;
            }

            return null;
        }
        catch (Exception e)
        {
            return ExceptionDispatchInfo.Capture(e);
        }
    }

    // What was read until the reading broke is judged too, and nothing is taken to be missing.
    private static async Task GuardAsync(Func<Task> read, Action<bool> complete)
    {
        var isWhole = false;
        try
        {
            await read();
            isWhole = true;
        }
        finally
        {
            complete(isWhole);
        }
    }

    private Task ReadPlacesAsync(IReadBack readBack, Marks mark, string where, IReadOnlyList<IRule> rules)
    {
        var turn = new Lock();
        return GuardAsync(
            () => Parallel.ForEachAsync(readBack.HasStreams ? _sent.History.Keys : [""], Several, async (stream, cancel) =>
            {
                var check = new PlaceCheck(_stored, _findings, mark, where, stream);
                await foreach (var page in readBack.ReadStreamAsync(stream, 1, long.MaxValue, cancel))
                {
                    lock (turn)
                        Take(page, check, rules);
                }
            }),
            isWhole =>
            {
                PlaceCheck.JudgeAll(_stored, _findings, mark, where, isWhole, _isIdle);
                foreach (var rule in rules)
                    rule.Complete(isWhole, _findings);
            });
    }

    private void Take(List<FoundEvent> page, PlaceCheck check, IReadOnlyList<IRule> rules)
    {
        foreach (ref readonly var found in CollectionsMarshal.AsSpan(page))
        {
            var number = check.Take(found);
            if (number < 0 || rules.Count == 0)
                continue;

            Operation? append = _sent.TryGetOperation(number, out var operation, out var index) ? operation : null;
            foreach (var rule in rules)
                rule.Take(found, append, index, _findings);
        }
    }

    private async Task<OrderDigest?> ReadOrderAsync(IReadBack readBack, string where)
    {
        if (!readBack.HasOrder)
            return null;

        // Those of the process that served the load are good in another one, which has given none yet.
        await (_checkpoints?.ReadAsync(readBack, _plan.IsOther, where) ?? Task.CompletedTask);
        var check = new OrderCheck(_stored, _findings, _plan.HasPositions, where);
        var checkpoints = new CheckpointCheck(_findings);
        await GuardAsync(ReadAsync, isWhole => check.Complete(isWhole, _order));
        await checkpoints.ReadAsync(readBack, _plan.IsOther, where);
        _checkpoints ??= checkpoints;
        return check.Digest;

        async Task ReadAsync()
        {
            await foreach (var batch in readBack.ReadAllAsync("", CancellationToken.None))
            {
                batch.Events.RemoveAll(e => _plan.IsOther(e.Stream));
                foreach (ref readonly var found in CollectionsMarshal.AsSpan(batch.Events))
                    check.Take(found);

                checkpoints.Take(batch.Events, batch.Checkpoint);
            }
        }
    }

    private Task ReadTagsAsync(IReadBack readBack, string where) =>
        _plan.TagOf is { } tagOf && !readBack.HasStreams
            ? new TagCheck(_stored, tagOf, _findings, where).ReadAsync(readBack)
            : Task.CompletedTask;

    private async Task ReadModelAsync(IReadModelReader? model, string where, Func<SentEvent, FoundRow?>? rows = null)
    {
        if (model is null)
            return;

        // A lost event never gets a row, so that a projection that has come to a halt is judged by its rows.
        var check = new ReadModelCheck(_stored, rows ?? _plan.Rows, _plan.EventOfRow, _findings, where);
        var (expected, none) = (check.Expected, CancellationToken.None);
        var haveCome = await CatchUp.ReachesAsync(
            () => model.CountRowsAsync(none), () => expected, _stall, CatchUp.SlowPoll, _plan.Time, none);

        // Where they have not, the verdict is a bad one already: what follows need not wait as long.
        _stall = haveCome ? _stall : StallAgain;
        await foreach (var row in model.ReadRowsAsync(none))
            check.Take(row);

        foreach (var (group, total) in check.Complete())
            check.Compare(group, total, await model.ReadTotalAsync(group, none));
    }
}
