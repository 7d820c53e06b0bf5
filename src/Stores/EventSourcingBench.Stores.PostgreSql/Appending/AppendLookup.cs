using EventSourcingBench.Abstractions;

namespace EventSourcingBench.Stores.PostgreSql;

/// <summary>
/// Decides appends whose simple way failed: it asks the server what is there, then answers or inserts each by itself,
/// until all are decided. A further round means that another writer got through in between, so that all writers together
/// go on.
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
        // Versions before ids: a version that refuses an append is then never one that the append itself made.
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
                // An append before this one failed and its version is in doubt: the next round asks again.
                return;
            }

            if (!part.Expected.Allows(version))
            {
                append.Refuse(part, version);
                return;
            }

            part.Base = version;
        }

        try
        {
            if (!connection.Insert([append]))
            {
                foreach (var part in append.Parts)
                {
                    connection.Versions.Forget(part.Stream);
                }
            }
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
                append.Failure = NoRetry(append.Parts.SelectMany(p => p.Events).Where(e => found.ContainsKey(e.Id)).Select(e => found[e.Id]).First());
                return;
            }

            done[i] = new Appended(here[^1].Version, here[^1].Position);
        }

        append.Accept(done);
    }

    private static ArgumentException NoRetry(FoundEvent there) => new(
        $"The event {there.Id} is in the store already, at version {there.Version} of stream '{there.Stream}'. A retry repeats its append; another append needs new ids.");
}
