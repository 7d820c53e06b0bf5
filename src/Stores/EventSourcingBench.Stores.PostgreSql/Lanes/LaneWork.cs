namespace EventSourcingBench.Stores.PostgreSql;

/// <summary>Something that a lane decides, and that somebody waits for.</summary>
internal abstract class LaneWork
{
    /// <summary>What is to be thrown instead of a result.</summary>
    public Exception? Failure { get; set; }

    /// <summary>Whether it has its result or its failure.</summary>
    public abstract bool IsDecided { get; }

    /// <summary>Whether it costs less in the company of others like it, and so lets what is unlike it go first, once.</summary>
    public virtual bool WaitsForCompany => false;

    /// <summary>Whether the lane has taken it for answered.</summary>
    public bool IsAnswered { get; set; }

    /// <summary>Answers, and runs what waits for the answer.</summary>
    public abstract void Complete();
}
