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
        var versions = connection.ReadVersions([.. appends.Select(a => a.Stream)]);
        var found = (connection.Find([.. appends.SelectMany(a => a.Events).Select(e => e.Id)])).ToDictionary(f => f.Id);
        for (var i = 0; i < appends.Count; i++)
        {
            connection.Versions.Set(appends[i].Stream, versions[i]);
        }

        foreach (var append in appends)
        {
            var here = append.Events.Where(e => found.ContainsKey(e.Id)).Select(e => found[e.Id]).ToList();
            if (here.Count > 0)
            {
                AnswerRetry(append, here);
            }
            else if (connection.Versions.TryGet(append.Stream, out var version))
            {
                Decide(connection, append, version);
            }
        }
    }

    private static void Decide(AppendConnection connection, PendingAppend append, long version)
    {
        if (!append.Expected.Allows(version))
        {
            append.Result = new WrongExpectedVersion(append.Expected, version);
            return;
        }

        append.Base = version;
        try
        {
            var positions = connection.Insert([append]);
            if (positions is null)
            {
                connection.Versions.Forget(append.Stream);
                return;
            }

            append.Result = new Appended(version + append.Events.Count, positions[0]);
            connection.Versions.Set(append.Stream, version + append.Events.Count);
        }
        catch (Exception e) when (e is StoreUnavailableException or OutcomeUnknownException)
        {
            append.Failure = e;
        }
    }

    private static void AnswerRetry(PendingAppend append, List<FoundEvent> here)
    {
        var last = here.MaxBy(f => f.Version);
        if (here.TrueForAll(f => f.Stream == append.Stream) && here.Exists(f => f.Id == append.Events[0].Id))
        {
            append.Result = new Appended(last.Version, last.Position);
        }
        else
        {
            append.Failure = new ArgumentException(
                $"The event {last.Id} is in the store already, at version {last.Version} of stream '{last.Stream}'. A retry repeats its append; another append needs new ids.");
        }
    }
}
