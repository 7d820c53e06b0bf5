namespace EventSourcingBench.LoadTests.Targets;

/// <summary>
/// The store, its server or its API failed outside of a measured request. It ends the step, whose record says so; other
/// steps go on.
/// </summary>
internal sealed class StoreFailureException(string message, Exception? innerException = null)
    : Exception(message, innerException)
{
    /// <summary>Whether an exception is a failure of the store, rather than a defect.</summary>
    public static bool Is(Exception e) => e is StoreFailureException or StoreUnavailableException or OutcomeUnknownException;
}
