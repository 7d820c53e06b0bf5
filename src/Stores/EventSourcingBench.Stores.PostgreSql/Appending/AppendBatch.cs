using Npgsql;

namespace EventSourcingBench.Stores.PostgreSql.Appending;

/// <summary>
/// Decides the appends of one batch. Those with a correct expected version are inserted together. Conflicts and possible
/// retries are looked up separately and do not affect the others.
/// </summary>
internal sealed class AppendBatch(AppendConnection connection, Action committed) : ILaneRunner<PendingAppend>
{
    public IEnumerator<PendingAppend> Run(List<PendingAppend> batch)
    {
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
            LearnVersions(batch);
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
        {
            try
            {
                LookUp(undecided);
            }
            catch (StoreUnavailableException e)
            {
                Undecided(undecided).ForEach(a => a.Failure = e);
            }
        }
    }

    private static List<PendingAppend> Undecided(List<PendingAppend> appends) => appends.FindAll(a => !a.IsDecided);

    private void LearnVersions(List<PendingAppend> batch)
    {
        string[]? unknown = null;
        foreach (var append in batch)
        {
            foreach (var part in append.Parts)
            {
                // An append that expects no stream needs no query: version 1 is free, or the unique constraint refuses it.
                if (!part.Expected.IsNoStream && !connection.Versions.TryGet(part.Stream, out _))
                    unknown = [.. unknown ?? [], part.Stream];
            }
        }

        if (unknown is not null)
            connection.LearnVersions(unknown);
    }

    private List<PendingAppend> Plan(List<PendingAppend> batch)
    {
        var allowed = new List<PendingAppend>(batch.Count);
        Dictionary<string, long>? grown = null;
        foreach (var append in batch)
        {
            if (!IsAllowed(append, grown))
                continue;

            allowed.Add(append);
            if (batch.Count > 1)
            {
                grown ??= new Dictionary<string, long>(StringComparer.Ordinal);
                foreach (var part in append.Parts)
                    grown[part.Stream] = part.Base + part.Events.Count;
            }
        }

        return allowed;
    }

    private bool IsAllowed(PendingAppend append, Dictionary<string, long>? grown)
    {
        foreach (var part in append.Parts)
        {
            if (grown is null || !grown.TryGetValue(part.Stream, out var version))
                connection.Versions.TryGet(part.Stream, out version);

            if (!part.Expected.Allows(version))
                return false;

            part.Base = version;
        }

        return true;
    }

    // Reads the current state, then completes or inserts each append separately.
    private void LookUp(List<PendingAppend> appends)
    {
        // The versions are read before the ids: they are then never the result of the append itself.
        var parts = appends.SelectMany(a => a.Parts).ToList();
        connection.LearnVersions([.. parts.Select(p => p.Stream)]);
        var found = connection.Find([.. parts.SelectMany(p => p.Events).Select(e => e.Id)]).ToDictionary(f => f.Id);
        foreach (var append in appends)
        {
            if (append.Parts.Any(p => p.Events.Any(e => found.ContainsKey(e.Id))))
                AnswerRetry(append, found);
            else
                DecideAlone(append);
        }
    }

    private void DecideAlone(PendingAppend append)
    {
        foreach (var part in append.Parts)
        {
            if (!connection.Versions.TryGet(part.Stream, out var version))
            {
                // A previous append failed and its version is unknown: the next round reads it again.
                return;
            }

            if (!part.Expected.Allows(version))
            {
                append.Result = part.Refused(version);
                return;
            }

            part.Base = version;
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
            var here = part.Events.Where(e => found.ContainsKey(e.Id)).Select(e => found[e.Id]).ToList();
            if (here.Count != part.Events.Count || here.Where((f, n) => f.Stream != part.Stream || f.Version != here[0].Version + n).Any())
            {
                var there = append.Parts.SelectMany(p => p.Events).Where(e => found.ContainsKey(e.Id)).Select(e => found[e.Id]).First();
                append.Failure = new ArgumentException(
                    $"The event {there.Id} already exists in the store, at version {there.Version} of stream '{there.Stream}'. A retry "
                        + "must repeat the same append; another append needs new ids.");
                return;
            }

            part.Done = new Appended(here[^1].Version, here[^1].Position);
        }

        append.Result = new AllAppended([.. append.Parts.Select(p => p.Done!)]);
    }
}
