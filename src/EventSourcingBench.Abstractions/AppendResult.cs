namespace EventSourcingBench.Abstractions;

/// <summary>What became of an append: <see cref="Appended"/> or <see cref="WrongExpectedVersion"/>.</summary>
public abstract record AppendResult
{
    private protected AppendResult()
    {
    }
}
