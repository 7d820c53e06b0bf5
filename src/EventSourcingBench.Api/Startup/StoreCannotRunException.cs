namespace EventSourcingBench.Api.Startup;

/// <summary>A named store cannot run here. The message has the reason and the fix.</summary>
internal sealed class StoreCannotRunException(string message) : Exception(message);
