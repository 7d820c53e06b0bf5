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
            if (batch.Exists(a => a.Done is not null))
            {
                committed();
            }
        }

        foreach (var append in batch)
        {
            yield return append;
        }
    }

    public void Close() => connection.Close();

    private void Decide(List<PendingAppend> batch)
    {
        var allowed = batch;
        try
        {
            connection.Open();
            LearnVersions(batch);
            allowed = Plan(connection.Versions, batch);
            if (allowed.Count > 0)
            {
                connection.Insert(allowed);
            }
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

        AppendLookup.Run(connection, [.. batch.Where(a => !a.IsDecided)]);
    }

    private void LearnVersions(List<PendingAppend> batch)
    {
        string[]? unknown = null;
        foreach (var append in batch)
        {
            foreach (var part in append.Parts)
            {
                // An append that expects no stream needs no query: version 1 is free, or the unique constraint refuses it.
                if (!part.Expected.IsNoStream && !connection.Versions.TryGet(part.Stream, out _))
                {
                    unknown = [.. unknown ?? [], part.Stream];
                }
            }
        }

        if (unknown is null)
        {
            return;
        }

        var versions = connection.ReadVersions(unknown);
        for (var i = 0; i < unknown.Length; i++)
        {
            connection.Versions.Set(unknown[i], versions[i]);
        }
    }

    private static List<PendingAppend> Plan(StreamVersions known, List<PendingAppend> batch)
    {
        var allowed = new List<PendingAppend>(batch.Count);
        Dictionary<string, long>? grown = null;
        foreach (var append in batch)
        {
            if (!IsAllowed(append, known, grown))
            {
                continue;
            }

            allowed.Add(append);
            if (batch.Count > 1)
            {
                grown ??= new Dictionary<string, long>(StringComparer.Ordinal);
                foreach (var part in append.Parts)
                {
                    grown[part.Stream] = part.Base + part.Events.Count;
                }
            }
        }

        return allowed;
    }

    private static bool IsAllowed(PendingAppend append, StreamVersions known, Dictionary<string, long>? grown)
    {
        foreach (var part in append.Parts)
        {
            if (grown is null || !grown.TryGetValue(part.Stream, out var version))
            {
                known.TryGet(part.Stream, out version);
            }

            if (!part.Expected.Allows(version))
            {
                return false;
            }

            part.Base = version;
        }

        return true;
    }
}
