namespace EventSourcingBench.LoadTests.Generators;

/// <summary>What a generator says of itself.</summary>
internal sealed record GeneratorIdentity(int Protocol, string ToolVersion, string Host, string Clock, int ProcessId);
