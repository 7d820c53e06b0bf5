namespace EventSourcingBench.Benchmarks.Cli;

/// <summary>The exit codes of the process.</summary>
internal static class ExitCodes
{
    /// <summary>Everything ran; or nothing became slower.</summary>
    public const int Success = 0;

    /// <summary>A benchmark failed, a named store could not run, or something became slower.</summary>
    public const int Failure = 1;

    /// <summary>The command line, a file that it names, or the environment is invalid.</summary>
    public const int Usage = 2;
}
