namespace EventSourcingBench.Stores.PostgreSql.Lanes;

/// <summary>Work of a lane, with a waiting caller.</summary>
internal abstract class LaneWork
{
    /// <summary>The exception to throw instead of a result.</summary>
    public Exception? Failure { get; set; }

    /// <summary>Whether it has its result or failure.</summary>
    public abstract bool IsDecided { get; }

    /// <summary>Whether it is cheaper together with similar work, and therefore lets other work go first, once.</summary>
    public virtual bool WaitsForCompany => false;

    /// <summary>Whether the lane has marked it as answered.</summary>
    public bool IsAnswered { get; set; }

    /// <summary>Sets the result, and runs the continuations.</summary>
    public abstract void Complete();
}
