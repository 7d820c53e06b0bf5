namespace EventSourcingBench.Domain.CommandSides;

/// <summary>
/// The one class of a command-side plug-in that the API looks for: public, with a constructor without parameters. It runs
/// <see cref="Show"/> in a separate architecture; the decisions and the stream of a show are everybody's. This assembly and
/// Abstractions are the host's.
/// </summary>
public interface ICommandSidePlugin
{
    /// <summary>Begins to run on an open store, alone until it knows of others.</summary>
    /// <param name="context">What it runs on.</param>
    /// <param name="cancellationToken">Ends the opening.</param>
    /// <exception cref="StoreUnavailableException">It cannot run here; the message says why.</exception>
    Task<ICommandSide> OpenAsync(CommandSideContext context, CancellationToken cancellationToken);
}
