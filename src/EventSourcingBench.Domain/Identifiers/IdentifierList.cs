namespace EventSourcingBench.Domain.Identifiers;

/// <summary>How a list of identifiers is loaded: its events are folded into its state.</summary>
public static class IdentifierList
{
    public static IdentifiersState Evolve(IdentifiersState state, IdentifiersAdded added) =>
        new(state.Events + 1, state.Count + added.Identifiers.Count, added.Identifiers);

    /// <summary>Reads a stream from a version on and folds it. Memory stays flat whatever the stream's length.</summary>
    /// <exception cref="FormatException">An event is not of this domain.</exception>
    /// <exception cref="StoreUnavailableException">The store could not be reached, or the connection broke.</exception>
    public static async Task<IdentifiersState> LoadAsync(
        IEventReader reader, StreamId stream, IdentifiersState state, CancellationToken cancellationToken)
    {
        await foreach (var recorded in reader.ReadStreamAsync(stream, state.Events + 1, cancellationToken: cancellationToken))
            state = Evolve(state, StoredEvent.Read(recorded, IdentifierJson.Default.IdentifiersAdded));

        return state;
    }

    /// <summary>Loads from a snapshot: the last event of its stream, then the events after it.</summary>
    /// <inheritdoc cref="LoadAsync" path="/exception"/>
    public static async Task<IdentifiersState> LoadWithSnapshotAsync(
        IEventReader reader, StreamId snapshots, StreamId stream, CancellationToken cancellationToken)
    {
        var state = IdentifiersState.Empty;
        await foreach (var recorded in reader.ReadStreamAsync(snapshots, cancellationToken: cancellationToken))
            state = StoredEvent.Read(recorded, IdentifierJson.Default.IdentifiersSnapshot).State;

        return await LoadAsync(reader, stream, state, cancellationToken);
    }
}

/// <summary>What the events of a list of identifiers amount to: how many there are, which is the stream's version, how many identifiers
/// they have, and those of the last one; none before the first.</summary>
public sealed record IdentifiersState(long Events, long Count, IReadOnlyList<string> Latest)
{
    public static IdentifiersState Empty { get; } = new(0, 0, []);
}

/// <summary>The event of the published LoadStream benchmark: identifiers were added to a list.</summary>
/// <param name="Identifiers">GUIDs in their text form of 36 characters; as many as the size of the event says.</param>
public sealed record IdentifiersAdded(IReadOnlyList<string> Identifiers);

/// <summary>A state that was kept, so that a reader folds only the events after it. It is an event of a separate stream.</summary>
/// <param name="Version">The version of the stream that it stands for, 1 or more.</param>
public sealed record IdentifiersSnapshot(long Version, IdentifiersState State);

/// <summary>How lists of identifiers are written as JSON: camelCase, arrays read without a spare copy.</summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase, RespectRequiredConstructorParameters = true,
    RespectNullableAnnotations = true, AllowDuplicateProperties = false, Converters = [typeof(StringListConverter)])]
[JsonSerializable(typeof(IdentifiersAdded))]
[JsonSerializable(typeof(IdentifiersSnapshot))]
public sealed partial class IdentifierJson : JsonSerializerContext;
