namespace EventSourcingBench.Api.Reservations;

/// <summary>The command handling of a plug-in.</summary>
internal sealed class PluggedReservations(PluggedSide node, int maxAttempts) : IReservations
{
    public async Task ReadyAsync(CancellationToken cancellationToken = default) => await node.JoinedAsync(cancellationToken);

    public async ValueTask<ReservationAnswer> RunAsync(string show, ShowCommand command, CancellationToken cancellationToken = default) =>
        await (await node.JoinedAsync(cancellationToken)).RunAsync(show, command, maxAttempts, cancellationToken);

    // The node is shared by all numbers of attempts and ends with the store.
    public ValueTask DisposeAsync() => ValueTask.CompletedTask;
}
