namespace EventSourcingBench.Stores.PostgreSql.Lanes;

/// <summary>Processes the waiting work of a lane.</summary>
internal interface ILaneRunner<TWork>
    where TWork : LaneWork
{
    /// <summary>
    /// Sets the result or failure of all work in the batch, in the order of decision. A step may block. Steps run one at a
    /// time, but not always on the same thread.
    /// </summary>
    IEnumerator<TWork> Run(List<TWork> batch);

    /// <summary>Returns the connection.</summary>
    void Close();
}
