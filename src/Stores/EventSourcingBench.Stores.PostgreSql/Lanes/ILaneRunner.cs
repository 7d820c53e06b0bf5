namespace EventSourcingBench.Stores.PostgreSql;

/// <summary>What a lane does with the work that came together.</summary>
internal interface ILaneRunner<TWork>
    where TWork : LaneWork
{
    /// <summary>
    /// Gives everything in the batch its result or its failure, one after the other as they are decided. A step may block.
    /// One thread at a time makes a step, not always the same one.
    /// </summary>
    IEnumerator<TWork> Run(List<TWork> batch);

    /// <summary>Gives the connection back.</summary>
    void Close();
}
