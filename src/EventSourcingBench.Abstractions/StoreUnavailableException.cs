namespace EventSourcingBench.Abstractions;

/// <summary>The store could not be reached or refused to serve, and the request had no effect. The message is for the user: what is wrong
/// and what to do. An adapter translates its driver's exceptions into this and into <see cref="OutcomeUnknownException"/>; any other
/// exception is a defect.</summary>
public sealed class StoreUnavailableException(string message, Exception? innerException = null) : Exception(message, innerException);

/// <summary>The connection broke, or the time ran out, after a write was sent and before its answer came: it may have been carried out or
/// not. Reading back, or a retry with the same event ids, shows which.</summary>
public sealed class OutcomeUnknownException(string message, Exception? innerException = null) : Exception(message, innerException);
