namespace EventSourcingBench.Stores.PostgreSql.Bulk;

/// <summary>A connection for COPY, and known stream versions. It opens on first use and again after a failure. Not thread-safe.</summary>
internal sealed class CopyConnection(PostgresDatabase database) : IAsyncDisposable
{
    private readonly StreamVersions _versions = new();
    private NpgsqlConnection? _connection;

    /// <summary>Copies in one statement and one commit, at the versions seen last.</summary>
    /// <param name="alone">Whether all other writers are locked out, so that no version can be taken meanwhile. The lock assigns no
    /// transaction id: as in a single statement, the first row does, after the versions were read.</param>
    /// <returns>False if a version or an event's id was taken; nothing was appended then.</returns>
    public async Task<bool> TryAsync(List<AppendPart> streams, bool alone)
    {
        await using var transaction = alone ? await BeforeSend(LockAsync()) : null;
        var rows = await BeforeSend(SendAsync(streams));
        try
        {
            // The end of the data: the server may commit from here on.
            await rows.DisposeAsync();
            await (transaction?.CommitAsync() ?? Task.CompletedTask);
            streams.ForEach(s => _versions.Set(s.Stream, s.Base + s.Events.Count));
            return true;
        }
        catch (PostgresException e) when (AppendConnection.IsLostRace(e))
        {
            _versions.Clear();
            return false;
        }
        catch (Exception e) when (PostgresErrors.IsDriverError(e))
        {
            await DisposeAsync();
            throw database.Errors.AfterSend(e);
        }
    }

    public async ValueTask DisposeAsync()
    {
        _versions.Clear();
        await (Interlocked.Exchange(ref _connection, null)?.DisposeAsync() ?? ValueTask.CompletedTask);
    }

    private async Task<Stream> SendAsync(List<AppendPart> streams)
    {
        var connection = await OpenAsync();
        _versions.Trim();
        var unknown = streams.FindAll(s => !_versions.TryGet(s.Stream, out _));
        if (unknown.Count > 0)
        {
            object names = unknown.Select(s => s.Stream).ToArray();
            var versions = await database.Query("103_stream_versions", r => r.GetInt64(0), names).ToListAsync();
            foreach (var (stream, version) in unknown.Zip(versions))
                stream.Base = version;
        }

        foreach (var stream in streams)
            stream.Base = _versions.TryGet(stream.Stream, out var version) ? version : stream.Base;

        var rows = await connection.BeginRawBinaryCopyAsync(database.Scripts.Get("106_copy"));
        await CopyRows.WriteAsync(streams, rows);
        return rows;
    }

    private async Task<NpgsqlTransaction> LockAsync()
    {
        var connection = await OpenAsync();
        var transaction = await connection.BeginTransactionAsync();
        await using var command = new NpgsqlCommand(database.Scripts.Get("105_lock"), connection);
        await command.ExecuteNonQueryAsync();
        _versions.Clear();
        return transaction;
    }

    private async Task<NpgsqlConnection> OpenAsync() => _connection ??= await database.Pool.OpenConnectionAsync();

    // A failure before the end of the data means that nothing was appended. Closing cancels the copy.
    private async Task<T> BeforeSend<T>(Task<T> step)
    {
        try
        {
            return await step;
        }
        catch (Exception e)
        {
            await DisposeAsync();
            if (PostgresErrors.IsDriverError(e))
                throw database.Errors.Unavailable(e);

            throw;
        }
    }
}
