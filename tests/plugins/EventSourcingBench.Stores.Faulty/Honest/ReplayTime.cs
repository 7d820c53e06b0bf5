namespace EventSourcingBench.Stores.Faulty.Honest;

/// <summary>The clock; while a journal is replayed, the time at which each event was stored.</summary>
internal sealed class ReplayTime(TimeProvider time) : TimeProvider
{
    public DateTimeOffset? Replayed { get; set; }

    public override DateTimeOffset GetUtcNow() => Replayed ?? time.GetUtcNow();
}
