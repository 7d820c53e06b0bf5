namespace EventSourcingBench.LoadTests.Generators;

/// <summary>What a generator says of itself.</summary>
/// <param name="Protocol">The version of these messages.</param>
/// <param name="ToolVersion">The product's version.</param>
/// <param name="Host">The name of its host.</param>
/// <param name="Clock">The same for all processes that share a clock.</param>
/// <param name="ProcessId">Its process.</param>
internal sealed record GeneratorIdentity(int Protocol, string ToolVersion, string Host, string Clock, int ProcessId);
