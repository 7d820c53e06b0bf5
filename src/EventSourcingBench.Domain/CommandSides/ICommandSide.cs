namespace EventSourcingBench.Domain.CommandSides;

/// <summary>A command side that runs, on this node and on those that it knows of. Safe for any number of concurrent callers.</summary>
public interface ICommandSide : IAsyncDisposable
{
    /// <summary>How this node is reached by the command side of another, in the plug-in's own words.</summary>
    string Address { get; }

    /// <summary>Ends when it has ended by itself, as a node does that the others have put out: it must be opened again.</summary>
    Task Ended { get; }

    /// <summary>Takes its place among the nodes; answers when it may be given commands. The addresses are those of each node that could be
    /// reached, this one's included, in an order that is the same for all.</summary>
    /// <exception cref="StoreUnavailableException">It was not taken in within a time that the plug-in says.</exception>
    Task JoinAsync(IReadOnlyList<string> addresses, CancellationToken cancellationToken);

    /// <summary>Carries a command out, or says why not. A repeat has the same id, and is done once. An append is tried
    /// <paramref name="maxAttempts"/> times, 1 or more, before its version conflict is reported.</summary>
    /// <exception cref="StoreUnavailableException">Nothing was appended.</exception>
    /// <exception cref="OutcomeUnknownException">No answer came.</exception>
    ValueTask<ReservationAnswer> RunAsync(string show, ShowCommand command, int maxAttempts, CancellationToken cancellationToken);
}

/// <summary>The one class of a command-side plug-in that the API looks for: public, with a constructor without parameters. It runs
/// <see cref="Show"/> in a separate architecture; the decisions and the stream of a show are everybody's. This assembly and Abstractions
/// are the host's.</summary>
public interface ICommandSidePlugin
{
    /// <summary>Begins to run on an open store, alone until it knows of others.</summary>
    /// <exception cref="StoreUnavailableException">It cannot run here; the message says why.</exception>
    Task<ICommandSide> OpenAsync(CommandSideContext context, CancellationToken cancellationToken);
}

/// <summary>What the host gives a command side to run on.</summary>
/// <param name="Events">Where the streams are: a show's events are in <see cref="ShowStreams.Of"/>, as <see cref="ReservationEvents"/>
/// writes them, with the command's id as that of its event, so that what was acknowledged can be read back from the store.</param>
/// <param name="Namespace">The namespace of the store: nodes of one namespace belong together, others do not.</param>
/// <param name="IdleTime">A show that got no command for this long is to be put out of memory.</param>
public sealed record CommandSideContext(IEventStore Events, string Namespace, TimeSpan IdleTime, TimeProvider Time);

/// <summary>What became of a command.</summary>
/// <param name="Refusal">The rule that refused it; null when none did.</param>
/// <param name="Tries">How many appends it took, those that met a version conflict included; 0 where nothing was to be appended.</param>
/// <param name="Taken">The seats that are reserved, where a rule refused it.</param>
/// <param name="IsConflict">True when every try met a version conflict: nothing was appended.</param>
/// <param name="Version">The event's version if it follows the one on which the decision was made; null where that is not known.</param>
public readonly record struct ReservationAnswer(
    ReservationRefusal? Refusal, int Tries, IReadOnlyList<int>? Taken = null, bool IsConflict = false, long? Version = null)
{
    public bool IsAccepted => Refusal is null && !IsConflict;
}
