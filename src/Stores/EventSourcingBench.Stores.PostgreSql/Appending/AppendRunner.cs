namespace EventSourcingBench.Stores.PostgreSql.Appending;

/// <summary>Runs a lane's appends on its connection, and signals commits.</summary>
internal sealed class AppendRunner(AppendConnection connection, Action committed) : ILaneRunner<PendingAppend>
{
    public IEnumerator<PendingAppend> Run(List<PendingAppend> batch)
    {
        try
        {
            AppendBatch.Run(connection, batch);
        }
        finally
        {
            if (batch.Exists(a => a.Done is not null))
            {
                committed();
            }
        }

        foreach (var append in batch)
        {
            yield return append;
        }
    }

    public void Close() => connection.Close();
}
