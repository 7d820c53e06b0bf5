namespace EventSourcingBench.Hosting;

/// <summary>Something that the user can put right: an unknown name, a bad option, a plug-in that does not compile. The message is shown as
/// it is, without a stack trace, and the command ends with exit code 2.</summary>
public sealed class UserException(string message, Exception? innerException = null) : Exception(message, innerException);
