namespace EventSourcingBench.Stores.PostgreSql.Dcb;

/// <summary>Runs the waiting work of a lane: all reads and as many appends as one call can decide share one round trip.</summary>
internal sealed class DcbRunner(DcbConnection connection, Action committed) : ILaneRunner<LaneWork>
{
    public IEnumerator<LaneWork> Run(List<LaneWork> batch)
    {
        connection.Begin(batch);
        var reads = batch.OfType<PendingRead>().ToList();
        var appends = batch.OfType<PendingDcbAppend>().ToList();

        // Without appends, the first callers continue while the server still processes the other reads.
        return appends.Count == 0 ? connection.Run(reads).GetEnumerator() : Run(batch, reads, appends);
    }

    public void Close() => connection.Close();

    private IEnumerator<LaneWork> Run(List<LaneWork> batch, List<PendingRead> reads, List<PendingDcbAppend> appends)
    {
        try
        {
            RunTogether(reads, appends);
        }
        finally
        {
            if (appends.Exists(a => a.Result is { IsAppended: true }))
                committed();
        }

        foreach (var work in batch)
            yield return work;
    }

    private void RunTogether(List<PendingRead> reads, List<PendingDcbAppend> undecided)
    {
        while (undecided.Count > 0)
        {
            var round = new DcbRound(undecided, connection.Head);
            try
            {
                _ = connection.Run(reads, round).ToList();
            }
            catch (Exception e) when (PostgresErrors.IsKnownEvent(e)
                || e is StoreUnavailableException { InnerException: PostgresException { InvariantSeverity: "ERROR" } })
            {
                // One append failed the call for all (invalid JSON, a retry): each is tried separately.
                if (reads.Count > 0)
                    _ = connection.Run(reads).ToList();

                undecided.ForEach(RunAlone);
            }
            catch (Exception e) when (e is StoreUnavailableException or OutcomeUnknownException)
            {
                // A read has no unknown outcome. Appends left for another round were not sent.
                var failure = e as StoreUnavailableException ?? new StoreUnavailableException(e.Message, e);
                reads.FindAll(r => !r.IsDecided).ForEach(r => r.Failure = failure);
                round.Appends.ForEach(a => a.Failure = e);
            }

            reads = [];
            undecided = undecided.FindAll(a => !a.IsDecided);
        }
    }

    private void RunAlone(PendingDcbAppend append)
    {
        try
        {
            while (!append.IsDecided)
            {
                if (connection.Find([.. append.Events.Select(e => e.Event.Id)]) is { } position)
                {
                    append.Result = position != DcbConnection.OfAnother ? new DcbAppendResult(position)
                        : throw new ArgumentException("An event id of the append already exists in the store, from another append.");
                    return;
                }

                try
                {
                    _ = connection.Run([], new DcbRound([append], connection.Head)).ToList();
                }
                catch (PostgresException e) when (PostgresErrors.IsKnownEvent(e))
                {
                    // Another process appended it after the lookup: the next one will find it.
                }
            }
        }
        catch (Exception e) when (e is StoreUnavailableException or OutcomeUnknownException or ArgumentException)
        {
            append.Failure = e;
        }
    }
}
