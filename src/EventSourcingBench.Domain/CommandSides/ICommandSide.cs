namespace EventSourcingBench.Domain.CommandSides;

/// <summary>A command side that runs, on this node and on those that it knows of. Safe for any number of concurrent callers.</summary>
public interface ICommandSide : IAsyncDisposable
{
    /// <summary>How this node is reached by the command side of another, in the plug-in's own words.</summary>
    string Address { get; }

    /// <summary>Ends when it has ended by itself, as a node does that the others have put out: it must be opened again.</summary>
    Task Ended { get; }

    /// <summary>Takes its place among the nodes; answers when it may be given commands.</summary>
    /// <param name="addresses">
    /// The <see cref="Address"/> of each node that could be reached, in an order that is the same for all, this one's included.
    /// </param>
    /// <param name="cancellationToken">Ends the waiting.</param>
    /// <exception cref="StoreUnavailableException">It was not taken in within a time that the plug-in says.</exception>
    Task JoinAsync(IReadOnlyList<string> addresses, CancellationToken cancellationToken);

    /// <summary>Carries a command out, or says why not.</summary>
    /// <param name="show">The show.</param>
    /// <param name="command">The command. A repeat has the same id, and is done once.</param>
    /// <param name="maxAttempts">How often an append is tried before its version conflict is reported, 1 or more.</param>
    /// <param name="cancellationToken">Stops the waiting.</param>
    /// <exception cref="StoreUnavailableException">Nothing was appended.</exception>
    /// <exception cref="OutcomeUnknownException">No answer came.</exception>
    ValueTask<ReservationAnswer> RunAsync(string show, ShowCommand command, int maxAttempts, CancellationToken cancellationToken);
}
