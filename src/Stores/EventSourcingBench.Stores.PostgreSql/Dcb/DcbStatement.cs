using Npgsql;

namespace EventSourcingBench.Stores.PostgreSql;

/// <summary>A statement and how what it takes is put into its parameters.</summary>
internal sealed class DcbStatement<T>(Func<SqlScripts, NpgsqlBatchCommand> declare, Action<NpgsqlBatchCommand, T> fill)
{
    /// <summary>The command, with parameters of the right types and no values.</summary>
    public NpgsqlBatchCommand Declare(SqlScripts scripts) => declare(scripts);

    /// <summary>Puts the values in.</summary>
    public void Fill(NpgsqlBatchCommand command, T work) => fill(command, work);
}
