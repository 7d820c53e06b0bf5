using System.Runtime.ExceptionServices;

namespace EventSourcingBench.Checking;

/// <summary>The readings of one verification, in their order, each handed to its check.</summary>
internal sealed class Verification(VerificationPlan plan, SentEvents sent, Findings findings)
{
    // Small streams one after the other would take a round trip each.
    private const int Readers = 8;
    private const int ManyStreams = 64;
    private static readonly TimeSpan StallAgain = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan Poll = TimeSpan.FromMilliseconds(20);
    private readonly List<Action> _broken = [];
    private TimeSpan _stall = TimeSpan.FromSeconds(10);
    private bool _isRead;
    private bool _hasCaughtUp;

    public StoredEvents Stored { get; } = new(sent);

    /// <summary>How the store was read a second time; null where it was not.</summary>
    public string? How { get; private set; }

    /// <summary>Reads everything. Throws what a reading throws.</summary>
    public async Task ReadAsync(CancellationToken cancellationToken)
    {
        var unsettled = await SettleAsync(cancellationToken);
        await ReadPlacesAsync(plan.ReadBack, Marks.Stored, "", plan.Rules, cancellationToken);
        _isRead = true;
        if (plan.TagOf is { } tagOf && !plan.ReadBack.HasStreams)
        {
            await new TagCheck(Stored, tagOf, findings).ReadAsync(plan.ReadBack, cancellationToken);
        }

        var order = await ReadOrderAsync(plan.ReadBack, earlier: null, "", cancellationToken);
        await plan.ReadFurther(findings, cancellationToken);
        await ReadModelAsync(plan.ReadModel, "", cancellationToken);
        foreach (var other in plan.OtherReadModels)
        {
            await ReadModelAsync(other, ", in another read model", cancellationToken);
        }

        if (plan.Restart is not null)
        {
            await ReadModelAsync(await plan.Restart(cancellationToken), ", after a restart of the projection", cancellationToken);
        }

        if (plan.Reopen is not null)
        {
            var reopened = await plan.Reopen(cancellationToken);
            var where = ", " + reopened.How;
            await ReadPlacesAsync(reopened.ReadBack, Marks.StoredAgain, where, [], cancellationToken);
            await ReadOrderAsync(reopened.ReadBack, order, where, cancellationToken);
            await ReadModelAsync(reopened.ReadModel is { } open ? await open(cancellationToken) : null, where, cancellationToken);
            How = reopened.How;
        }

        // What was found in spite of it stands; a good verdict it cannot be.
        unsettled?.Throw();
    }

    /// <summary>Judges what needs no further reading, and what a broken reading has left.</summary>
    public void Complete()
    {
        foreach (var judge in _broken)
        {
            judge();
        }

        if (!_isRead)
        {
            return;
        }

        ConditionCheck.Judge(Stored, findings);
        ConflictCheck.Judge(Stored, plan.Conflicts, findings);
        new ReadCheck(Stored, plan.Reads, findings).Judge();
        if (plan.Subscriber is { } subscriber)
        {
            new DeliveryCheck(Stored, findings).Judge(subscriber, _hasCaughtUp);
        }
    }

    private async Task<ExceptionDispatchInfo?> SettleAsync(CancellationToken cancellationToken)
    {
        try
        {
            await new IdleWait(plan.ReadBack, plan.Time).WaitAsync(sent.History, cancellationToken);
            if (plan.CatchUp is not null)
            {
                await plan.CatchUp(cancellationToken);
                _hasCaughtUp = true;
            }

            return null;
        }
        catch (Exception e) when (!cancellationToken.IsCancellationRequested)
        {
            return ExceptionDispatchInfo.Capture(e);
        }
    }

    // What was read until the reading broke is judged, and nothing is taken to be missing.
    private async Task GuardAsync(Func<Task> read, Action<bool> complete)
    {
        var judged = false;
        _broken.Add(() =>
        {
            if (!judged)
            {
                complete(false);
            }
        });
        await read();
        judged = true;
        complete(true);
    }

    private async Task ReadPlacesAsync(
        IReadBack readBack, Marks mark, string where, IReadOnlyList<IRule> rules, CancellationToken cancellationToken)
    {
        var check = new PlaceCheck(Stored, findings, mark, where);
        await GuardAsync(
            () => ReadStreamsAsync(readBack, check, rules, cancellationToken),
            isWhole =>
            {
                check.Complete(isWhole);
                foreach (var rule in rules)
                {
                    rule.Complete(isWhole, findings);
                }
            });
    }

    private async Task ReadStreamsAsync(
        IReadBack readBack, PlaceCheck check, IReadOnlyList<IRule> rules, CancellationToken cancellationToken)
    {
        var streams = readBack.HasStreams ? sent.History.Keys : [""];
        if (streams.Count < ManyStreams)
        {
            foreach (var stream in streams)
            {
                check.Begin(stream);
                await foreach (var found in readBack.ReadStreamAsync(stream, 1, long.MaxValue, cancellationToken))
                {
                    Take(found, check, rules);
                }
            }

            return;
        }

        var (turn, buffers) = (new Lock(), new ConcurrentBag<List<FoundEvent>>());
        await Parallel.ForEachAsync(
            streams,
            new ParallelOptions { MaxDegreeOfParallelism = Readers, CancellationToken = cancellationToken },
            async (stream, cancel) =>
            {
                var events = buffers.TryTake(out var used) ? used : [];
                await foreach (var found in readBack.ReadStreamAsync(stream, 1, long.MaxValue, cancel))
                {
                    events.Add(found);
                }

                lock (turn)
                {
                    check.Begin(stream);
                    Take(events, check, rules);
                }

                events.Clear();
                buffers.Add(events);
            });
    }

    private void Take(IReadOnlyList<FoundEvent> events, PlaceCheck check, IReadOnlyList<IRule> rules)
    {
        foreach (var found in events)
        {
            Take(found, check, rules);
        }
    }

    private void Take(in FoundEvent found, PlaceCheck check, IReadOnlyList<IRule> rules)
    {
        var number = check.Take(found);
        foreach (var rule in number < 0 ? [] : rules)
        {
            rule.TakeStored(found);
        }

        if (number < 0 || rules.Count == 0 || !sent.TryGetOperation(number, out var operation, out var index))
        {
            return;
        }

        foreach (var rule in rules)
        {
            rule.Take(found, operation, index, findings);
        }
    }

    private async Task<OrderCheck?> ReadOrderAsync(
        IReadBack readBack, OrderCheck? earlier, string where, CancellationToken cancellationToken)
    {
        if (!readBack.HasOrder)
        {
            return null;
        }

        Stored.Clear(Marks.Delivered);
        var check = new OrderCheck(Stored, findings, plan.HasPositions, where);
        var checkpoints = new CheckpointCheck(findings, where);
        await GuardAsync(
            async () =>
            {
                await foreach (var batch in readBack.ReadAllAsync("", cancellationToken))
                {
                    var events = batch.Events.Where(e => !plan.IsOther(e.Stream)).ToList();
                    foreach (var found in events)
                    {
                        check.Take(found);
                    }

                    checkpoints.Take(events, batch.Checkpoint);
                }
            },
            isWhole => check.Complete(isWhole, earlier));
        await checkpoints.ReadAsync(readBack, plan.IsOther, cancellationToken);
        return check;
    }

    private async Task ReadModelAsync(IReadModelReader? model, string where, CancellationToken cancellationToken)
    {
        if (model is null)
        {
            return;
        }

        var check = new ReadModelCheck(Stored, plan.Rows, plan.EventOfRow, findings, where);
        await WaitForRowsAsync(model, check.Expected, cancellationToken);
        await foreach (var row in model.ReadRowsAsync(cancellationToken))
        {
            check.Take(row);
        }

        foreach (var (group, expected) in check.Complete())
        {
            check.Compare(group, expected, await model.ReadTotalAsync(group, cancellationToken));
        }
    }

    // A lost event never gets a row, so that a projection that has come to a halt is judged by its rows.
    private async Task WaitForRowsAsync(IReadModelReader model, long expected, CancellationToken cancellationToken)
    {
        var (most, since) = (-1L, plan.Time.GetTimestamp());
        while (await model.CountRowsAsync(cancellationToken) is var rows && rows < expected)
        {
            if (rows > most)
            {
                (most, since) = (rows, plan.Time.GetTimestamp());
            }
            else if (plan.Time.GetElapsedTime(since) > _stall)
            {
                // The verdict is a bad one already: what follows need not wait as long.
                _stall = StallAgain;
                return;
            }

            await Task.Delay(Poll, plan.Time, cancellationToken);
        }
    }
}
