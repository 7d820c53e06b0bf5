namespace EventSourcingBench.CommandSides.Akka;

/// <summary>The command side <c>akka</c>: Akka.NET's persistent actors, sharded over the nodes of the API.</summary>
public sealed class AkkaCommandSidePlugin : ICommandSidePlugin
{
    /// <inheritdoc/>
    public Task<ICommandSide> OpenAsync(CommandSideContext context, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(context);
        return Task.Run<ICommandSide>(() => AkkaCommandSide.Open(context), cancellationToken);
    }
}
