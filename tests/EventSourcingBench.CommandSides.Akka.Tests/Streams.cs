namespace EventSourcingBench.CommandSides.Akka.Tests;

internal static class Streams
{
    /// <summary>How many events a show has.</summary>
    public static async Task<long> CountAsync(this IEventReader events, string show) =>
        (await events.IdsAsync(show)).Count;

    /// <summary>The identities of a show's events, in order. A show whose events cannot have come one after the other throws.</summary>
    public static async Task<IReadOnlyList<Guid>> IdsAsync(this IEventReader events, string show)
    {
        var ids = new List<Guid>();
        var folded = new Show();
        var cancel = TestContext.Current.CancellationToken;
        await foreach (var recorded in events.ReadStreamAsync(ShowStreams.Of(show), cancellationToken: cancel))
        {
            folded.Apply(recorded.Id, ReservationEvents.Read(recorded.Id, recorded.Type, recorded.Data.Span));
            ids.Add(recorded.Id);
        }

        return ids;
    }
}
