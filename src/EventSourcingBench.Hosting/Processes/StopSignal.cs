namespace EventSourcingBench.Hosting;

/// <summary>How a process is asked to stop.</summary>
public enum StopSignal
{
    /// <summary>SIGTERM.</summary>
    Terminate = 0,

    /// <summary>SIGINT: what PostgreSQL takes as "stop now, without waiting for clients".</summary>
    Interrupt = 1,
}
