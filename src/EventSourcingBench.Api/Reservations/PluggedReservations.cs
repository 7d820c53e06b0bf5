using EventSourcingBench.Abstractions;
using EventSourcingBench.Domain;

namespace EventSourcingBench.Api;

/// <summary>The command side of a plug-in. What is in the store is read here: the streams are everybody's.</summary>
internal sealed class PluggedReservations(PluggedSide node, IEventReader reader, int maxTries) : IReservations
{
    private readonly EventSource _source = new(reader);

    public async Task ReadyAsync(CancellationToken cancellationToken = default) => await node.JoinedAsync(cancellationToken);

    public async ValueTask<ReservationAnswer> RunAsync(string show, ShowCommand command, CancellationToken cancellationToken = default) =>
        await (await node.JoinedAsync(cancellationToken)).RunAsync(show, command, maxTries, cancellationToken);

    public ValueTask<LoadedShow> LoadAsync(string show, CancellationToken cancellationToken = default) => _source.LoadAsync(show, cancellationToken);

    // The node is everybody's: it is ended with the store.
    public ValueTask DisposeAsync() => ValueTask.CompletedTask;
}
