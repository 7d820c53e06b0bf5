namespace EventSourcingBench.Abstractions;

/// <summary>
/// The store could not be reached or refused to serve, and the request had no effect. The message is for the user:
/// what is wrong and what to do. An adapter translates its driver's exceptions into this and into
/// <see cref="OutcomeUnknownException"/>; any other exception is a defect.
/// </summary>
public sealed class StoreUnavailableException : Exception
{
    /// <summary>Says what is wrong and what to do.</summary>
    /// <param name="message">In the user's words.</param>
    /// <param name="innerException">What the driver threw.</param>
    public StoreUnavailableException(string message, Exception? innerException = null)
        : base(message, innerException)
    {
    }
}
