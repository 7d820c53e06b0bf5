namespace EventSourcingBench.Api;

/// <summary>Where shows are folded from.</summary>
internal interface IShowSource
{
    ValueTask<LoadedShow> LoadAsync(string show, CancellationToken cancellationToken);

    /// <summary>Gets every event that was appended, and applied to the show.</summary>
    ValueTask AppendedAsync(string show, LoadedShow loaded, CancellationToken cancellationToken);
}
