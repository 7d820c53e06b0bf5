namespace EventSourcingBench.Abstractions;

/// <summary>
/// The connection broke, or the time ran out, after a write was sent and before its answer came: it may have been
/// carried out or not. Reading back, or a retry with the same event ids, tells.
/// </summary>
public sealed class OutcomeUnknownException : Exception
{
    /// <summary>Says what happened.</summary>
    /// <param name="message">In the user's words.</param>
    /// <param name="innerException">What the driver threw.</param>
    public OutcomeUnknownException(string message, Exception? innerException = null)
        : base(message, innerException)
    {
    }
}
