namespace EventSourcingBench.Abstractions;

/// <summary>A server that is wanted.</summary>
/// <param name="Kind">Such as <c>postgres</c>.</param>
/// <param name="DataFolder">An existing empty folder for its data; the provisioner that uses it removes it at the end.</param>
public sealed record ServerRequest(string Kind, string DataFolder);
