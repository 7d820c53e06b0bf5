using Npgsql;

namespace EventSourcingBench.Stores.PostgreSql.Bulk;

/// <summary>
/// A connection for COPY, and known stream versions. It opens on first use and again after a failure. Not safe for concurrent
/// use.
/// </summary>
internal sealed class CopyConnection(PostgresDatabase database) : IAsyncDisposable
{
    private readonly StreamVersions _versions = new();
    private NpgsqlConnection? _connection;

    /// <summary>Copies in one statement and one commit, at the versions seen last.</summary>
    /// <returns>False if a version or an event's id was taken; nothing was appended then.</returns>
    /// <exception cref="StoreUnavailableException">Nothing was appended.</exception>
    /// <exception cref="OutcomeUnknownException">The connection broke.</exception>
    public async Task<bool> TryAsync(BulkAppend append) => await CopyAsync(append) && Learn(append);

    /// <summary>
    /// The same with all other writers locked out, so that no version can be taken meanwhile. The lock assigns no transaction
    /// id: as in a single statement, the first row does, after the versions were read.
    /// </summary>
    /// <inheritdoc cref="TryAsync"/>
    public async Task<bool> TryAloneAsync(BulkAppend append)
    {
        await using var transaction = await BeforeSend(LockAsync());
        if (!await CopyAsync(append))
            return false;

        try
        {
            await transaction.CommitAsync();
            return Learn(append);
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
        if (_connection is { } connection)
        {
            _connection = null;
            await connection.DisposeAsync();
        }
    }

    private async Task<bool> CopyAsync(BulkAppend append)
    {
        var rows = await BeforeSend(SendAsync(append));
        try
        {
            // The end of the data: the server may commit from here on.
            await rows.DisposeAsync();
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

    private async Task<Stream> SendAsync(BulkAppend append)
    {
        await LearnVersionsAsync(append);
        var rows = await _connection!.BeginRawBinaryCopyAsync(database.Scripts.Get("106_copy"));
        await CopyRows.WriteAsync(append, rows);
        return rows;
    }

    private async Task LearnVersionsAsync(BulkAppend append)
    {
        var connection = await OpenAsync();
        var unknown = append.Streams.Select(s => s.Name).Where(s => !_versions.TryGet(s, out _)).ToArray();
        var learnt = new Dictionary<string, long>(unknown.Length, StringComparer.Ordinal);
        if (unknown.Length > 0)
        {
            await using var command = new NpgsqlCommand(database.Scripts.Get("103_stream_versions"), connection);
            command.Parameters.Add(new NpgsqlParameter { Value = unknown });
            await using var reader = await command.ExecuteReaderAsync();
            for (var i = 0; await reader.ReadAsync(); i++)
                learnt[unknown[i]] = reader.GetInt64(0);
        }

        foreach (var stream in append.Streams)
        {
            stream.Base = learnt.TryGetValue(stream.Name, out var version) || _versions.TryGet(stream.Name, out version)
                ? version
                : throw new InvalidOperationException($"The server did not return the version of '{stream.Name}'.");
        }
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

    private bool Learn(BulkAppend append)
    {
        foreach (var stream in append.Streams)
            _versions.Set(stream.Name, stream.Base + stream.Events.Count);

        return true;
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
