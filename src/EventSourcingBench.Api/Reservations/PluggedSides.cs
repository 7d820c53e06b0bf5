using System.Collections.Concurrent;
using EventSourcingBench.Abstractions;
using EventSourcingBench.Domain;

namespace EventSourcingBench.Api;

/// <summary>The command sides of plug-ins on one store: each begun once, when it is first asked for.</summary>
/// <param name="plugins">Finds the plug-ins.</param>
/// <param name="peers">Finds the other nodes.</param>
/// <param name="ns">The namespace of the store.</param>
/// <param name="options">How they run.</param>
/// <param name="time">The clock.</param>
public sealed class PluggedSides(CommandSidePlugins plugins, ISidePeers peers, string ns, ReservationOptions options, TimeProvider time) : IAsyncDisposable
{
    private readonly ConcurrentDictionary<ReservationStrategy, PluggedSide> _sides = [];

    internal PluggedSide Of(ReservationStrategy strategy, IEventStore events) =>
        _sides.GetOrAdd(strategy, _ => new PluggedSide(strategy.Name, () => plugins.Find(strategy.Name), peers, new CommandSideContext
        {
            Events = events,
            Namespace = ns,
            IdleTime = options.IdleTime,
            Time = time,
        }));

    /// <summary>Ends those that were begun.</summary>
    public async ValueTask DisposeAsync()
    {
        foreach (var side in _sides.Values)
        {
            await side.DisposeAsync();
        }
    }
}
