namespace EventSourcingBench.Domain.Identifiers;

/// <summary>How a list of identifiers is loaded: its events are folded into its state.</summary>
public static class IdentifierList
{
    /// <summary>The state after one more event.</summary>
    /// <param name="state">The state before.</param>
    /// <param name="added">The event.</param>
    public static IdentifiersState Evolve(IdentifiersState state, IdentifiersAdded added)
    {
        ArgumentNullException.ThrowIfNull(state);
        ArgumentNullException.ThrowIfNull(added);
        return new IdentifiersState(state.Events + 1, state.Count + added.Identifiers.Count, added.Identifiers);
    }

    /// <summary>Reads a stream from a version on and folds it. Memory stays flat whatever the stream's length.</summary>
    /// <param name="reader">The store.</param>
    /// <param name="stream">The stream.</param>
    /// <param name="state">The state before; its <see cref="IdentifiersState.Events"/> says where to begin.</param>
    /// <param name="cancellationToken">Ends the reading.</param>
    /// <exception cref="FormatException">An event is not of this domain.</exception>
    /// <exception cref="StoreUnavailableException">The store could not be reached, or the connection broke.</exception>
    public static async Task<IdentifiersState> LoadAsync(
        IEventReader reader, StreamId stream, IdentifiersState state, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(reader);
        ArgumentNullException.ThrowIfNull(state);
        var folded = state;
        await foreach (var recorded in reader.ReadStreamAsync(stream, state.Events + 1, cancellationToken: cancellationToken))
        {
            folded = Evolve(folded, IdentifierEvents.FromRecorded(recorded));
        }

        return folded;
    }

    /// <summary>Loads from a snapshot: the last event of its stream, then the events after it.</summary>
    /// <param name="reader">The store.</param>
    /// <param name="snapshots">The stream that holds one snapshot, or none.</param>
    /// <param name="stream">The stream itself.</param>
    /// <param name="cancellationToken">Ends the reading.</param>
    /// <exception cref="FormatException">An event is not of this domain.</exception>
    /// <exception cref="StoreUnavailableException">The store could not be reached, or the connection broke.</exception>
    public static async Task<IdentifiersState> LoadWithSnapshotAsync(
        IEventReader reader, StreamId snapshots, StreamId stream, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(reader);
        var state = IdentifiersState.Empty;
        await foreach (var recorded in reader.ReadStreamAsync(snapshots, cancellationToken: cancellationToken))
        {
            state = IdentifierEvents.SnapshotFromRecorded(recorded).State;
        }

        return await LoadAsync(reader, stream, state, cancellationToken);
    }
}
