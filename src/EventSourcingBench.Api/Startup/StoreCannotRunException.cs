namespace EventSourcingBench.Api;

/// <summary>A store that was named cannot run here. The message has reason and fix.</summary>
internal sealed class StoreCannotRunException(string message) : Exception(message);
