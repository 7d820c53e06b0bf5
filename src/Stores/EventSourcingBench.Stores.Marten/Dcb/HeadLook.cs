using System.Data.Common;
using Marten.Linq.QueryHandlers;
using NpgsqlTypes;
using Weasel.Postgresql;
using Weasel.Storage;

namespace EventSourcingBench.Stores.Marten.Dcb;

/// <summary>The state of the positions after a final one, in one snapshot.</summary>
/// <param name="Final">Up to this position no event was missing before.</param>
/// <param name="Last">The last visible position.</param>
/// <param name="OldestRunning">Transactions before this one have ended.</param>
/// <param name="Gaps">The first position of each gap.</param>
internal sealed record HeadLook(long Final, long Last, long OldestRunning, long[] Gaps)
{
    /// <summary>Runs as part of one of Marten's batched queries, in its snapshot.</summary>
    internal sealed class Handler(string sql, long final) : IQueryHandler<HeadLook>
    {
        public void ConfigureCommand(ICommandBuilder builder, IStorageSession session)
        {
            foreach (var parameter in builder.AppendWithParameters(sql, '?'))
            {
                (parameter.NpgsqlDbType, parameter.Value) = (NpgsqlDbType.Bigint, final);
            }
        }

        public async Task<HeadLook> HandleAsync(DbDataReader reader, IStorageSession session, CancellationToken token)
        {
            await reader.ReadAsync(token);
            return new HeadLook(final, Math.Max(final, reader.GetInt64(0)), reader.GetInt64(1), reader.GetFieldValue<long[]>(2));
        }

        public Task<int> StreamJson(Stream stream, DbDataReader reader, CancellationToken token) =>
            throw new NotSupportedException("The head is not read as JSON.");
    }
}
