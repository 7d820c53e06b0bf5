namespace EventSourcingBench.Checking;

/// <summary>A rule of a suite's domain. It sees every stored event that was sent, in the order of its stream, or of the store.</summary>
public interface IRule
{
    /// <summary>Takes the next event.</summary>
    /// <param name="found">As it was read back.</param>
    /// <param name="operation">The append that sent it.</param>
    /// <param name="index">Which of the append's events it is, from 0.</param>
    /// <param name="findings">Gets what is wrong.</param>
    void Take(in FoundEvent found, in Operation operation, int index, Findings findings);

    /// <summary>Takes the next event too, also where a bulk append sent it. Default: nothing.</summary>
    /// <param name="found">As it was read back.</param>
    void TakeStored(in FoundEvent found)
    {
    }

    /// <summary>All events were taken.</summary>
    /// <param name="isWhole">False where the reading broke: then nothing is taken to be missing.</param>
    /// <param name="findings">Gets what is wrong.</param>
    void Complete(bool isWhole, Findings findings);
}
