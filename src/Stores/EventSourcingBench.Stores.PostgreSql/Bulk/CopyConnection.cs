namespace EventSourcingBench.Stores.PostgreSql.Bulk;

/// <summary>A lane's connection for COPY, one bulk append at a time.</summary>
internal sealed class CopyConnection(PostgresDatabase database, Action committed) : AppendConnection(database), ILaneRunner<PendingCopy>
{
    public IEnumerator<PendingCopy> Run(List<PendingCopy> batch)
    {
        Begin(batch);
        foreach (var copy in batch)
        {
            copy.Result = TryCopy(copy.Streams, copy.Alone);
            yield return copy;
        }
    }

    // Copies in one statement and one commit, at the versions seen last.
    private bool TryCopy(IReadOnlyList<AppendPart> streams, bool alone)
    {
        Mark(RequestPart.Store);
        try
        {
            using var transaction = alone ? Talk(Lock) : null;
            Versions.Trim();
            LearnUnknown(streams.Select(s => s.Stream));
            foreach (var stream in streams)
            {
                Versions.TryGet(stream.Stream, out var version);
                stream.Base = version;
            }

            var rows = Talk(() => Send(streams));
            Talk(() => End(rows, transaction), writes: true);
            foreach (var stream in streams)
                Versions.Set(stream.Stream, stream.Base + stream.Events.Count);

            committed();
            return true;
        }
        catch (PostgresException e) when (IsLostRace(e))
        {
            Versions.Clear();
            return false;
        }
        catch
        {
            // It cancels a copy that has not ended.
            Close();
            throw;
        }
    }

    private NpgsqlTransaction Lock()
    {
        var transaction = Connection.BeginTransaction();
        Prepared("105_lock", none => none).ExecuteNonQuery();
        Versions.Clear();
        return transaction;
    }

    private NpgsqlRawCopyStream Send(IReadOnlyList<AppendPart> streams)
    {
        var rows = Connection.BeginRawBinaryCopy(Scripts.Get("106_copy"));
        CopyRows.Write(streams, rows);
        return rows;
    }

    // The end of the data: the server may commit from here on.
    private static bool End(NpgsqlRawCopyStream rows, NpgsqlTransaction? transaction)
    {
        rows.Dispose();
        transaction?.Commit();
        return true;
    }
}

/// <summary>A bulk append that waits for its turn. Its result is false if a version or an event's id was taken; nothing was appended
/// then.</summary>
/// <param name="Alone">Whether all other writers are locked out, so that no version can be taken meanwhile. The lock assigns no transaction
/// id: as in a single statement, the first row does, after the versions were read.</param>
internal sealed record PendingCopy(IReadOnlyList<AppendPart> Streams, bool Alone) : LaneWork<bool>;
