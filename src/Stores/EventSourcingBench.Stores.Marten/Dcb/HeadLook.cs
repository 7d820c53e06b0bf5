using System.Data.Common;
using Marten.Linq.QueryHandlers;
using NpgsqlTypes;
using Weasel.Postgresql;
using Weasel.Storage;

namespace EventSourcingBench.Stores.Marten;

/// <summary>What one snapshot says of the positions after one that is final.</summary>
/// <param name="Final">Up to here nothing was missing, before the look.</param>
/// <param name="Last">The last position in sight.</param>
/// <param name="OldestRunning">Transactions before this one have ended.</param>
/// <param name="Gaps">Where positions are missing; the first of each gap.</param>
internal sealed record HeadLook(long Final, long Last, long OldestRunning, long[] Gaps)
{
    /// <summary>Looks as a part of one of Marten's batched queries, in its snapshot.</summary>
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
