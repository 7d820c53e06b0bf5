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
    public async Task<bool> TryAsync(BulkAppend append)
    {
        await BeforeSend(LearnVersionsAsync(append));
        return await CopyAsync(append) && Learn(append);
    }

    /// <summary>
    /// The same with all other writers locked out, so that no version can be taken meanwhile. The lock assigns no transaction
    /// id: as in a single statement, the first row does, after the versions were read.
    /// </summary>
    /// <inheritdoc cref="TryAsync"/>
    public async Task<bool> TryAloneAsync(BulkAppend append)
    {
        var connection = await BeforeSend(OpenAsync());
        await using var transaction = await BeforeSend(connection.BeginTransactionAsync().AsTask());
        await BeforeSend(LockAsync(connection));
        await BeforeSend(LearnVersionsAsync(append));
        if (!await CopyAsync(append))
        {
            return false;
        }

        try
        {
            await transaction.CommitAsync();
            return Learn(append);
        }
        catch (Exception e) when (PostgresErrors.IsDriverError(e))
        {
            await CloseAsync();
            throw database.Errors.AfterSend(e);
        }
    }

    public async ValueTask DisposeAsync() => await CloseAsync();

    private async Task<bool> CopyAsync(BulkAppend append)
    {
        var stream = await BeforeSend(SendAsync(append));
        try
        {
            // The end of the data: the server may commit from here on.
            await stream.DisposeAsync();
            return true;
        }
        catch (PostgresException e) when (AppendConnection.IsLostRace(e))
        {
            _versions.Clear();
            return false;
        }
        catch (Exception e) when (PostgresErrors.IsDriverError(e))
        {
            await CloseAsync();
            throw database.Errors.AfterSend(e);
        }
    }

    private async Task<Stream> SendAsync(BulkAppend append)
    {
        var connection = await OpenAsync();
        var stream = await connection.BeginRawBinaryCopyAsync(database.Scripts.Get("106_copy"));
        using var rows = new CopyRows();
        await rows.WriteAsync(append, stream);
        return stream;
    }

    private async Task LearnVersionsAsync(BulkAppend append)
    {
        var connection = await OpenAsync();
        var unknown = Array.FindAll(append.Streams, s => !_versions.TryGet(s, out _));
        var learnt = new Dictionary<string, long>(unknown.Length, StringComparer.Ordinal);
        if (unknown.Length > 0)
        {
            await using var command = new NpgsqlCommand(database.Scripts.Get("103_stream_versions"), connection);
            command.Parameters.Add(new NpgsqlParameter { Value = unknown });
            await using var reader = await command.ExecuteReaderAsync();
            for (var i = 0; await reader.ReadAsync(); i++)
            {
                learnt[unknown[i]] = reader.GetInt64(0);
            }
        }

        for (var i = 0; i < append.Streams.Length; i++)
        {
            append.Bases[i] = learnt.TryGetValue(append.Streams[i], out var version) || _versions.TryGet(append.Streams[i], out version)
                ? version
                : throw new InvalidOperationException($"The server did not return the version of '{append.Streams[i]}'.");
        }
    }

    private async Task LockAsync(NpgsqlConnection connection)
    {
        await using var command = new NpgsqlCommand(database.Scripts.Get("105_lock"), connection);
        await command.ExecuteNonQueryAsync();
        _versions.Clear();
    }

    private bool Learn(BulkAppend append)
    {
        for (var i = 0; i < append.Streams.Length; i++)
        {
            _versions.Set(append.Streams[i], append.Bases[i] + append.Counts[i]);
        }

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
            await CloseAsync();
            if (PostgresErrors.IsDriverError(e))
            {
                throw database.Errors.Unavailable(e);
            }

            throw;
        }
    }

    private Task<bool> BeforeSend(Task step) => BeforeSend(Done(step));

    private static async Task<bool> Done(Task step)
    {
        await step;
        return true;
    }

    private async Task CloseAsync()
    {
        _versions.Clear();
        if (_connection is { } connection)
        {
            _connection = null;
            await connection.DisposeAsync();
        }
    }
}
