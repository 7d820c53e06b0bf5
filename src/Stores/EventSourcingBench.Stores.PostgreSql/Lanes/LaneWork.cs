namespace EventSourcingBench.Stores.PostgreSql;

/// <summary>Something that a lane decides, and that somebody waits for.</summary>
internal abstract class LaneWork
{
    /// <summary>What is to be thrown instead of a result.</summary>
    public Exception? Failure { get; set; }

    /// <summary>Whether it has its result or its failure.</summary>
    public abstract bool IsDecided { get; }

    /// <summary>Answers, and runs what waits for the answer.</summary>
    public abstract void Complete();
}
