namespace EventSourcingBench.Stores.Shared.Sqlite;

/// <summary>A part of a transaction: what to write, and whom to tell.</summary>
internal abstract class WriteRequest
{
    /// <summary>Writes, inside of the transaction. Called on the writer's thread.</summary>
    /// <exception cref="SqliteException">The whole transaction must be rolled back.</exception>
    public abstract void Execute(SqliteConnection connection);

    /// <summary>The transaction was committed.</summary>
    public abstract void Committed();

    /// <summary>The transaction was not, or nobody knows.</summary>
    public abstract void Failed(Exception exception);
}
