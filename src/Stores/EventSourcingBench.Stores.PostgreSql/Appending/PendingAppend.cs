using EventSourcingBench.Abstractions;

namespace EventSourcingBench.Stores.PostgreSql;

/// <summary>An append that waits for its commit: to one stream, or to several at once.</summary>
internal abstract class PendingAppend : LaneWork
{
    /// <summary>One for each stream, in the order of the call.</summary>
    public abstract IReadOnlyList<AppendPart> Parts { get; }

    /// <summary>What was appended, one for each part; null while it is not.</summary>
    public IReadOnlyList<Appended>? Done { get; private set; }

    /// <summary>The part whose stream has not the expected version.</summary>
    public AppendPart? Refused { get; private set; }

    /// <summary>The version of that stream.</summary>
    public long ActualVersion { get; private set; }

    public override bool IsDecided => Done is not null || Refused is not null || Failure is not null;

    public void Accept(IReadOnlyList<Appended> done) => Done = done;

    public void Refuse(AppendPart part, long actual) => (Refused, ActualVersion) = (part, actual);
}
