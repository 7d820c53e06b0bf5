namespace EventSourcingBench.Api.Reservations;

/// <summary>Folds all events of a show.</summary>
internal sealed class EventSource(IEventReader reader) : IShowSource
{
    public ValueTask<LoadedShow> LoadAsync(string show, CancellationToken cancellationToken) =>
        FoldAsync(reader, show, new LoadedShow(new Show(), Version: 0), cancellationToken);

    public ValueTask AppendedAsync(string show, LoadedShow loaded, CancellationToken cancellationToken) => ValueTask.CompletedTask;

    /// <summary>Applies the events after the show's version.</summary>
    public static async ValueTask<LoadedShow> FoldAsync(
        IEventReader reader, string show, LoadedShow start, CancellationToken cancellationToken)
    {
        var version = start.Version;
        await foreach (var recorded in reader.ReadStreamAsync(ShowStreams.Of(show), version + 1, cancellationToken: cancellationToken))
        {
            start.Show.Apply(recorded.Id, ReservationEvents.Read(recorded.Id, recorded.Type, recorded.Data.Span));
            version = recorded.Version;
        }

        return start with { Version = version };
    }
}
