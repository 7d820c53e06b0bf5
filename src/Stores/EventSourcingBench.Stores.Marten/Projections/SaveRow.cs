using System.Data.Common;
using Marten.Storage;
using NpgsqlTypes;
using Weasel.Core;
using Weasel.Storage;
using ICommandBuilder = Weasel.Postgresql.ICommandBuilder;
using IStorageOperation = Marten.Internal.Operations.IStorageOperation;

namespace EventSourcingBench.Stores.Marten.Projections;

/// <summary>Saves a row and its share of the sums in Marten's transaction. A row that already exists changes nothing.</summary>
internal sealed class SaveRow(string projection, string sql, ReadModelRow row, long position) : IStorageOperation
{
    public string Projection => projection;

    public ReadModelRow Row => row;

    public long Position => position;

    public bool Added { get; private set; }

    // Marten requires a document type for SQL operations.
    public Type DocumentType => typeof(StorageFeatures);

    public OperationRole Role() => OperationRole.Other;

    public void ConfigureCommand(ICommandBuilder builder, IStorageSession session)
    {
        var parameters = builder.AppendWithParameters(sql, '?');
        (parameters[0].NpgsqlDbType, parameters[0].Value) = (NpgsqlDbType.Uuid, row.EventId);
        (parameters[1].NpgsqlDbType, parameters[1].Value) = (NpgsqlDbType.Text, row.Group);
        (parameters[2].NpgsqlDbType, parameters[2].Value) = (NpgsqlDbType.Bigint, row.Amount);
        (parameters[3].NpgsqlDbType, parameters[3].Value) = (NpgsqlDbType.TimestampTz, row.ApiCallTime.UtcDateTime);
        (parameters[4].NpgsqlDbType, parameters[4].Value) = (NpgsqlDbType.Jsonb, row.Document.ToArray());
    }

    public async Task PostprocessAsync(DbDataReader reader, IList<Exception> exceptions, CancellationToken token)
    {
        await reader.ReadAsync(token);
        Added = reader.GetInt64(0) > 0;
    }
}
