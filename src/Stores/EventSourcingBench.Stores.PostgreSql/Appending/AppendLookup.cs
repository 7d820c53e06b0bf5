namespace EventSourcingBench.Stores.PostgreSql.Appending;

/// <summary>
/// Decides appends whose direct insert failed: it reads the current state, then completes or inserts each one separately, until
/// all are decided. A further round means that another writer was first, so the writers as a whole make progress.
/// </summary>
internal static class AppendLookup
{
    public static void Run(AppendConnection connection, IReadOnlyList<PendingAppend> appends)
    {
        var undecided = appends;
        while (undecided.Count > 0)
        {
            try
            {
                Decide(connection, undecided);
            }
            catch (StoreUnavailableException e)
            {
                foreach (var append in undecided.Where(a => !a.IsDecided))
                {
                    append.Failure = e;
                }
            }

            undecided = [.. undecided.Where(a => !a.IsDecided)];
        }
    }

    private static void Decide(AppendConnection connection, IReadOnlyList<PendingAppend> appends)
    {
        // The versions are read before the ids: they are then never the result of the append itself.
        var parts = appends.SelectMany(a => a.Parts).ToList();
        var versions = connection.ReadVersions([.. parts.Select(p => p.Stream)]);
        var found = connection.Find([.. parts.SelectMany(p => p.Events).Select(e => e.Id)]).ToDictionary(f => f.Id);
        for (var i = 0; i < parts.Count; i++)
        {
            connection.Versions.Set(parts[i].Stream, versions[i]);
        }

        foreach (var append in appends)
        {
            if (append.Parts.Any(p => p.Events.Any(e => found.ContainsKey(e.Id))))
            {
                AnswerRetry(append, found);
            }
            else
            {
                Decide(connection, append);
            }
        }
    }

    private static void Decide(AppendConnection connection, PendingAppend append)
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
                append.Refused = (part, version);
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
        var done = new Appended[append.Parts.Count];
        for (var i = 0; i < done.Length; i++)
        {
            var part = append.Parts[i];
            var here = part.Events.Where(e => found.ContainsKey(e.Id)).Select(e => found[e.Id]).ToList();
            if (here.Count != part.Events.Count || here.Where((f, n) => f.Stream != part.Stream || f.Version != here[0].Version + n).Any())
            {
                append.Failure = NoRetry(
                    append.Parts.SelectMany(p => p.Events).Where(e => found.ContainsKey(e.Id)).Select(e => found[e.Id]).First());
                return;
            }

            done[i] = new Appended(here[^1].Version, here[^1].Position);
        }

        append.Done = done;
    }

    private static ArgumentException NoRetry(FoundEvent there) => new(
        $"The event {there.Id} already exists in the store, at version {there.Version} of stream '{there.Stream}'. A retry must "
            + "repeat the same append; another append needs new ids.");
}
