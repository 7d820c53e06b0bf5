using System.Runtime.CompilerServices;
using Npgsql;

namespace EventSourcingBench.Stores.Shared;

/// <summary>A prepared query on a pooled connection, with the driver's exceptions translated.</summary>
internal sealed class PooledQuery<T>(
    NpgsqlDataSource pool, PostgresErrors errors, string sql, Func<NpgsqlDataReader, T> read, object[] parameters)
{
    /// <summary>All rows, streaming.</summary>
    public async IAsyncEnumerable<T> StreamAsync([EnumeratorCancellation] CancellationToken cancellationToken)
    {
        await using var connection = await Translated(pool.OpenConnectionAsync(cancellationToken).AsTask());
        await using var command = new NpgsqlCommand(sql, connection);
        foreach (var parameter in parameters)
        {
            command.Parameters.Add(new NpgsqlParameter { Value = parameter });
        }

        await Translated(Prepared(command, cancellationToken));
        await using var reader = await Translated(command.ExecuteReaderAsync(cancellationToken));
        while (await NextAsync(reader, cancellationToken))
        {
            yield return read(reader);

            // Rows that have already arrived are read without checking the token.
            cancellationToken.ThrowIfCancellationRequested();
        }
    }

    /// <summary>The first row, or the default value.</summary>
    public async ValueTask<T?> FirstOrDefaultAsync(CancellationToken cancellationToken)
    {
        await foreach (var row in StreamAsync(cancellationToken))
        {
            return row;
        }

        return default;
    }

    // Most rows have already arrived with the previous one: they need no state machine.
    private ValueTask<bool> NextAsync(NpgsqlDataReader reader, CancellationToken cancellationToken)
    {
        var next = reader.ReadAsync(cancellationToken);
        return next.IsCompletedSuccessfully ? new ValueTask<bool>(next.Result) : new ValueTask<bool>(Translated(next));
    }

    private static async Task<bool> Prepared(NpgsqlCommand command, CancellationToken cancellationToken)
    {
        await command.PrepareAsync(cancellationToken);
        return true;
    }

    private async Task<TResult> Translated<TResult>(Task<TResult> step)
    {
        try
        {
            return await step;
        }
        catch (Exception e) when (PostgresErrors.IsDriverError(e))
        {
            throw errors.Unavailable(e);
        }
    }
}
