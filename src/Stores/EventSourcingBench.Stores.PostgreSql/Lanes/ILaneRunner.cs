namespace EventSourcingBench.Stores.PostgreSql;

/// <summary>What a lane does with the work that came together. Called by one thread at a time; it may block.</summary>
internal interface ILaneRunner<TWork>
    where TWork : LaneWork
{
    /// <summary>Gives everything in the batch its result or its failure.</summary>
    void Run(List<TWork> batch);

    /// <summary>Gives the connection back.</summary>
    void Close();
}
