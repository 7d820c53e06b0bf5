namespace EventSourcingBench.Stores.PostgreSql.Appending;

/// <summary>Decides the appends of one batch. Those with a correct expected version are inserted together. Conflicts and possible retries
/// are looked up separately and do not affect the others.</summary>
internal sealed class AppendBatch(AppendConnection connection, Action committed) : ILaneRunner<PendingAppend>
{
    public IEnumerator<PendingAppend> Run(List<PendingAppend> batch)
    {
        connection.Begin(batch);
        connection.Versions.Trim();
        try
        {
            Decide(batch);
        }
        finally
        {
            if (batch.Exists(a => a.Result is AllAppended))
                committed();
        }

        foreach (var append in batch)
            yield return append;
    }

    public void Close() => connection.Close();

    private void Decide(List<PendingAppend> batch)
    {
        var allowed = batch;
        try
        {
            // An append that expects no stream needs no query: version 1 is free, or the unique constraint refuses it.
            connection.LearnUnknown(batch.SelectMany(a => a.Parts).Where(p => !p.Expected.IsNoStream).Select(p => p.Stream));
            allowed = Plan(batch);
            if (allowed.Count > 0)
                connection.Insert(allowed);
        }
        catch (StoreUnavailableException e) when (e.InnerException is PostgresException { InvariantSeverity: "ERROR" } && allowed.Count > 1)
        {
            // One append may fail the statement for all (invalid JSON): each is tried separately.
            connection.Versions.Clear();
        }
        catch (Exception e) when (e is StoreUnavailableException or OutcomeUnknownException)
        {
            allowed.ForEach(a => a.Failure = e);
        }

        // A further round means that another writer was first, so the writers as a whole make progress.
        for (var undecided = Undecided(batch); undecided.Count > 0; undecided = Undecided(undecided))
            LookUp(undecided);
    }

    private static List<PendingAppend> Undecided(List<PendingAppend> appends) => appends.FindAll(a => !a.IsDecided);

    private List<PendingAppend> Plan(List<PendingAppend> batch)
    {
        var allowed = new List<PendingAppend>(batch.Count);
        var grown = new Dictionary<string, long>(StringComparer.Ordinal);
        foreach (var append in batch)
        {
            if (Refusal(append, grown) is not null)
                continue;

            allowed.Add(append);
            foreach (var part in append.Parts)
                grown[part.Stream] = part.Base + part.Events.Count;
        }

        return allowed;
    }

    // Null if all parts have the expected version, from which they then start.
    private NoneAppended? Refusal(PendingAppend append, Dictionary<string, long> grown)
    {
        foreach (var part in append.Parts)
        {
            if (!grown.TryGetValue(part.Stream, out var version))
                connection.Versions.TryGet(part.Stream, out version);

            if (!part.Expected.Allows(version))
                return new NoneAppended(part.Id, new WrongExpectedVersion(part.Expected, version));

            part.Base = version;
        }

        return null;
    }

    // Reads the current state, then completes or inserts each append separately.
    private void LookUp(List<PendingAppend> appends)
    {
        // The versions are read before the ids: they are then never the result of the append itself.
        connection.LearnVersions([.. appends.SelectMany(a => a.Parts).Select(p => p.Stream)]);
        var found = connection.Find([.. appends.SelectMany(a => a.Events).Select(e => e.Id)]).ToDictionary(f => f.Id);
        var tried = new HashSet<Guid>();
        foreach (var append in appends)
        {
            if (append.Events.Any(e => found.ContainsKey(e.Id)))
                AnswerRetry(append, found);
            else if (append.Events.All(e => tried.Add(e.Id)))
                DecideAlone(append);

            // Else it is a retry of one that was inserted just now: the next round finds that.
        }
    }

    private void DecideAlone(PendingAppend append)
    {
        // A previous append failed and its version is unknown: the next round reads it again.
        if (append.Parts.Any(p => !connection.Versions.TryGet(p.Stream, out _)))
            return;

        if (Refusal(append, []) is { } refusal)
        {
            append.Result = refusal;
            return;
        }

        try
        {
            connection.Insert([append]);
        }
        catch (Exception e) when (e is StoreUnavailableException or OutcomeUnknownException)
        {
            append.Failure = e;
        }
    }

    private static void AnswerRetry(PendingAppend append, Dictionary<Guid, FoundEvent> found)
    {
        foreach (var part in append.Parts)
        {
            part.Done = FoundEvent.Retried(part.Stream, part.Events, found);
            if (part.Done is null)
            {
                append.Failure = FoundEvent.NotARetry(append.Events, found);
                return;
            }
        }

        append.Succeed();
    }
}
