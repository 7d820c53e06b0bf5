namespace EventSourcingBench.Hosting.Processes;

/// <summary>What a command said before it ended.</summary>
/// <param name="ExitCode">Its exit code.</param>
/// <param name="Output">Its standard output and error, line by line.</param>
public sealed record CommandResult(int ExitCode, IReadOnlyList<string> Output);
