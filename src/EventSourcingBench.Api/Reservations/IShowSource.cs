namespace EventSourcingBench.Api.Reservations;

/// <summary>Loads shows from events.</summary>
internal interface IShowSource
{
    ValueTask<LoadedShow> LoadAsync(string show, CancellationToken cancellationToken);

    /// <summary>Notifies of an event that was appended and applied to the show.</summary>
    ValueTask AppendedAsync(string show, LoadedShow loaded, CancellationToken cancellationToken);
}
