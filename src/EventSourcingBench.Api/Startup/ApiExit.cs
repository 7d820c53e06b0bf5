namespace EventSourcingBench.Api;

/// <summary>What the process ends with.</summary>
internal static class ApiExit
{
    public const int Success = 0;

    /// <summary>A store cannot run here: its plug-in or its server is missing.</summary>
    public const int Unavailable = 1;

    /// <summary>The command line is not right, or a store could not be opened.</summary>
    public const int Usage = 2;

    /// <summary>Stopped by a signal before it served, as shells have it.</summary>
    public const int Interrupted = 130;
}
