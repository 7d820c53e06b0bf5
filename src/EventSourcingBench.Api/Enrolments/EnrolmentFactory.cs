namespace EventSourcingBench.Api.Enrolments;

/// <summary>Selects a store's way of keeping decisions consistent.</summary>
public static class EnrolmentFactory
{
    /// <summary>Enrolments on an open store; null if it has neither DCB nor appends to several streams.</summary>
    /// <param name="store">The store.</param>
    public static IEnrolments? On(IStore store)
    {
        ArgumentNullException.ThrowIfNull(store);
        return store switch
        {
            { Dcb: { } dcb } => new DcbEnrolments(dcb),
            { Events: { } events, MultiStream: { } streams, Subscription: { } all } => new AggregateEnrolments(events, streams, all),
            _ => null,
        };
    }
}
