namespace EventSourcingBench.Benchmarks;

/// <summary>What the process ends with.</summary>
internal static class ExitCode
{
    /// <summary>Everything ran; or nothing became slower.</summary>
    public const int Success = 0;

    /// <summary>A benchmark failed, or a store that was named could not run; or something became slower.</summary>
    public const int Failure = 1;

    /// <summary>The command line, a file that it names or the surroundings are not right.</summary>
    public const int Usage = 2;
}
