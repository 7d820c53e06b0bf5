namespace EventSourcingBench.Stores.PostgreSql.Appending;

/// <summary>An append to one or several streams that waits for its commit.</summary>
internal abstract class PendingAppend : LaneWork
{
    /// <summary>One part per stream, in call order.</summary>
    public abstract IReadOnlyList<AppendPart> Parts { get; }

    /// <summary>The result per part; null until the append is committed.</summary>
    public IReadOnlyList<Appended>? Done { get; private set; }

    /// <summary>The part whose stream does not have the expected version.</summary>
    public AppendPart? Refused { get; private set; }

    /// <summary>The version of that stream.</summary>
    public long ActualVersion { get; private set; }

    public override bool IsDecided => Done is not null || Refused is not null || Failure is not null;

    public void Accept(IReadOnlyList<Appended> done) => Done = done;

    public void Refuse(AppendPart part, long actual) => (Refused, ActualVersion) = (part, actual);
}
