namespace EventSourcingBench.Abstractions;

/// <summary>How it is found out that a node that was started serves. It is repeated until it does.</summary>
public abstract record ReadyProbe
{
    /// <summary>Asks by HTTP at the node's first port.</summary>
    /// <param name="Path">Such as <c>/health</c>.</param>
    /// <param name="Text">Part of the answer, white space removed.</param>
    public sealed record Http(string Path, string Text) : ReadyProbe;

    /// <summary>Reads the node's log.</summary>
    /// <param name="Text">Part of a line.</param>
    public sealed record Log(string Text) : ReadyProbe;

    /// <summary>Asks by code of the plug-in.</summary>
    /// <param name="AskAsync">
    /// False where the node does not serve yet; throws <see cref="StoreUnavailableException"/> where it never will.
    /// </param>
    public sealed record Code(Func<ServerNode, CancellationToken, Task<bool>> AskAsync) : ReadyProbe;
}
