namespace EventSourcingBench.LoadTests.Cli;

/// <summary>What the process ends with.</summary>
internal static class ExitCodes
{
    /// <summary>Everything ran and every verdict is good.</summary>
    public const int Success = 0;

    /// <summary>A verdict is not good, or a store that was named could not run, or a measurement failed.</summary>
    public const int Failure = 1;

    /// <summary>The command line, a file that it names or the surroundings are not right.</summary>
    public const int Usage = 2;

    /// <summary>Ended by Ctrl-C, as shells have it: 128 + SIGINT.</summary>
    public const int Interrupted = 130;
}
