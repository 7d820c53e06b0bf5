using EventSourcingBench.Abstractions;
using Npgsql;

namespace EventSourcingBench.Stores.PostgreSql;

/// <summary>
/// A connection that copies rows in, and what it has learnt of streams. It opens itself when it is used, and again
/// after a failure. Not safe for concurrent use.
/// </summary>
internal sealed class CopyConnection(NpgsqlDataSource pool, SqlScripts scripts, PostgresErrors errors) : IAsyncDisposable
{
    private readonly StreamVersions _versions = new();
    private NpgsqlConnection? _connection;

    /// <summary>Copies in one statement with a commit of its own, at the versions that were seen last.</summary>
    /// <returns>False when a version or an event's id was taken, and nothing was appended.</returns>
    /// <exception cref="StoreUnavailableException">Nothing was appended.</exception>
    /// <exception cref="OutcomeUnknownException">The connection broke.</exception>
    public async Task<bool> TryAsync(BulkAppend append)
    {
        await BeforeSend(LearnVersionsAsync(append));
        return await CopyAsync(append) && Learn(append);
    }

    /// <summary>
    /// The same while every other writer waits, so that no version can be taken meanwhile. The lock gives the transaction
    /// no id: like that of a single statement its id is given by the first row, after the versions were read.
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
            throw errors.AfterSend(e);
        }
    }

    public async ValueTask DisposeAsync() => await CloseAsync();

    private async Task<bool> CopyAsync(BulkAppend append)
    {
        var stream = await BeforeSend(SendAsync(append));
        try
        {
            // The end of the data: from here on the server may commit.
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
            throw errors.AfterSend(e);
        }
    }

    private async Task<Stream> SendAsync(BulkAppend append)
    {
        var connection = await OpenAsync();
        var stream = await connection.BeginRawBinaryCopyAsync(scripts.Get("106_copy"));
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
            await using var command = new NpgsqlCommand(scripts.Get("103_stream_versions"), connection) { Parameters = { new() { Value = unknown } } };
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
                : throw new InvalidOperationException($"The server did not tell the version of '{append.Streams[i]}'.");
        }
    }

    private async Task LockAsync(NpgsqlConnection connection)
    {
        await using var command = new NpgsqlCommand(scripts.Get("105_lock"), connection);
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

    private async Task<NpgsqlConnection> OpenAsync() => _connection ??= await pool.OpenConnectionAsync();

    // Whatever fails before the end of the data was sent: nothing is appended. Closing cancels what was begun.
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
                throw errors.Unavailable(e);
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
