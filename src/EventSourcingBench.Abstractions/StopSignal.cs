namespace EventSourcingBench.Abstractions;

/// <summary>How a process is asked to stop.</summary>
public enum StopSignal
{
    /// <summary>SIGTERM.</summary>
    Terminate = 0,

    /// <summary>SIGQUIT: to some servers "stop at once, without a last checkpoint".</summary>
    Quit = 1,
}
