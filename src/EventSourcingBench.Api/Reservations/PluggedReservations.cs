using EventSourcingBench.Domain;

namespace EventSourcingBench.Api;

/// <summary>The command handling of a plug-in.</summary>
internal sealed class PluggedReservations(PluggedSide node, int maxTries) : IReservations
{
    public async Task ReadyAsync(CancellationToken cancellationToken = default) => await node.JoinedAsync(cancellationToken);

    public async ValueTask<ReservationAnswer> RunAsync(string show, ShowCommand command, CancellationToken cancellationToken = default) =>
        await (await node.JoinedAsync(cancellationToken)).RunAsync(show, command, maxTries, cancellationToken);

    // The node serves every number of attempts: it ends with the store.
    public ValueTask DisposeAsync() => ValueTask.CompletedTask;
}
