namespace EventSourcingBench.Cli;

internal static class ExitCodes
{
    public const int Success = 0;

    /// <summary>A bad verdict, a broken threshold, a named store that could not run, a failed measurement, or a slowdown.</summary>
    public const int Failure = 1;

    /// <summary>The command line, a file that it names or the environment is not right.</summary>
    public const int Usage = 2;

    /// <summary>Two runs cannot be compared: too much differs.</summary>
    public const int NotComparable = 3;

    /// <summary>Ended by Ctrl-C, as shells have it: 128 + SIGINT.</summary>
    public const int Interrupted = 130;
}
