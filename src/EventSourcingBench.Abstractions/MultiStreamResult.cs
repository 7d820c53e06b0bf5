namespace EventSourcingBench.Abstractions;

/// <summary>What became of an append to several streams: <see cref="AllAppended"/> or <see cref="NoneAppended"/>.</summary>
public abstract record MultiStreamResult
{
    private protected MultiStreamResult()
    {
    }
}
