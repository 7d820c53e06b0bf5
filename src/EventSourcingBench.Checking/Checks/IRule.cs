namespace EventSourcingBench.Checking.Checks;

/// <summary>A rule of a suite's domain. It sees every stored event that was sent, in the order of its stream, or of the store.</summary>
internal interface IRule
{
    /// <summary>Takes the next event: that of an append, or one of its two (index 0 or 1).</summary>
    void Take(in FoundEvent found, in Operation operation, int index, Findings findings);

    /// <summary>Takes the next event, also where a bulk append sent it. Default: nothing.</summary>
    void TakeStored(in FoundEvent found)
    {
    }

    /// <summary>All events were taken. Nothing is missing where the reading broke (<paramref name="isWhole"/> is false).</summary>
    void Complete(bool isWhole, Findings findings);
}
