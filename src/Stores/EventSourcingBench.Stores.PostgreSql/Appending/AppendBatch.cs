using Npgsql;

namespace EventSourcingBench.Stores.PostgreSql.Appending;

/// <summary>
/// Decides the appends of one batch. Those with a correct expected version are inserted together. Conflicts and possible
/// retries are looked up separately and do not affect the others.
/// </summary>
internal static class AppendBatch
{
    /// <summary>Sets the result or failure of every append of the batch.</summary>
    public static void Run(AppendConnection connection, List<PendingAppend> batch)
    {
        var allowed = batch;
        try
        {
            connection.Open();
            LearnVersions(connection, batch);
            allowed = Plan(connection.Versions, batch);
            if (allowed.Count > 0)
            {
                Insert(connection, allowed);
            }
        }
        catch (StoreUnavailableException e) when (e.InnerException is PostgresException { InvariantSeverity: "ERROR" } && allowed.Count > 1)
        {
            // One append may fail the statement for all (invalid JSON): each is tried separately.
            connection.Versions.Clear();
        }
        catch (Exception e) when (e is StoreUnavailableException or OutcomeUnknownException)
        {
            Fail(allowed, e);
        }

        AppendLookup.Run(connection, [.. batch.Where(a => !a.IsDecided)]);
    }

    private static void LearnVersions(AppendConnection connection, List<PendingAppend> batch)
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

    private static void Insert(AppendConnection connection, List<PendingAppend> allowed)
    {
        if (connection.Insert(allowed))
        {
            return;
        }

        foreach (var part in allowed.SelectMany(a => a.Parts))
        {
            connection.Versions.Forget(part.Stream);
        }
    }

    private static void Fail(List<PendingAppend> appends, Exception failure)
    {
        foreach (var append in appends)
        {
            append.Failure = failure;
        }
    }
}
