namespace EventSourcingBench.CommandSides.Akka.Tests;

/// <summary>A node of the command side in this process.</summary>
internal sealed class Node(AkkaCommandSide side) : IAsyncDisposable
{
    public AkkaCommandSide Side => side;

    /// <summary>Nodes that know each other, on one store.</summary>
    public static async Task<IReadOnlyList<Node>> StartAsync(IEventStore events, int nodes = 1, TimeSpan? idle = null)
    {
        var ns = $"t_{Guid.NewGuid():N}";
        var sides = Enumerable.Range(0, nodes).Select(_ => AkkaCommandSide.Open(
            new CommandSideContext(events, ns, idle ?? TimeSpan.FromMinutes(1), TimeProvider.System))).ToList();
        var addresses = sides.ConvertAll(s => s.Address);
        await Task.WhenAll(sides.Select(s => s.JoinAsync(addresses, Cancel)));
        return sides.ConvertAll(s => new Node(s));
    }

    public Task<int> CountActiveAsync() => side.CountActiveAsync(Cancel);

    public Task<ReservationAnswer> CreateAsync(string show = "s", int seats = 10) => RunAsync(ShowCommandKind.Create, seats, show);

    public Task<ReservationAnswer> ReserveAsync(int seat, string show = "s", Guid? id = null, int maxAttempts = 5) =>
        RunAsync(ShowCommandKind.Reserve, seat, show, id, maxAttempts);

    public Task<ReservationAnswer> CancelAsync(int seat, string show = "s") => RunAsync(ShowCommandKind.Cancel, seat, show);

    public ValueTask DisposeAsync() => side.DisposeAsync();

    private Task<ReservationAnswer> RunAsync(ShowCommandKind kind, int number, string show, Guid? id = null, int maxAttempts = 5) =>
        side.RunAsync(show, new ShowCommand(id ?? Guid.NewGuid(), kind, number), maxAttempts, Cancel).AsTask();
}

internal static class Streams
{
    /// <summary>The identities of a show's events, in order. A show whose events cannot have come one after the other throws.</summary>
    public static async Task<IReadOnlyList<Guid>> IdsAsync(this IEventReader events, string show)
    {
        var folded = new Show();
        var read = await events.ReadStreamAsync(ShowStreams.Of(show)).ToListAsync(Cancel);
        read.ForEach(e => folded.Apply(e.Id, ReservationEvents.Read(e.Id, e.Type, e.Data.Span)));
        return read.ConvertAll(e => e.Id);
    }
}
