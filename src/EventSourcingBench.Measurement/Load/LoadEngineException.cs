namespace EventSourcingBench.Measurement.Load;

/// <summary>An engine cannot make a load, or failed in making it. It ends the step; the message says why, in the user's words.</summary>
/// <param name="message">What and why.</param>
/// <param name="innerException">What it came from.</param>
public sealed class LoadEngineException(string message, Exception? innerException = null) : Exception(message, innerException);
