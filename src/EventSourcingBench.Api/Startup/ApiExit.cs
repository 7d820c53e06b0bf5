namespace EventSourcingBench.Api.Startup;

/// <summary>The exit codes of the process.</summary>
internal static class ApiExit
{
    public const int Success = 0;

    /// <summary>A store cannot run here: its plug-in or its server is missing.</summary>
    public const int Unavailable = 1;

    /// <summary>The command line is invalid, or a store could not be opened.</summary>
    public const int Usage = 2;

    /// <summary>Stopped by a signal before it was ready; the value that shells use.</summary>
    public const int Interrupted = 130;
}
