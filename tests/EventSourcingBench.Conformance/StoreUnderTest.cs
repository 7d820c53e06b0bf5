namespace EventSourcingBench.Conformance;

/// <summary>How the suite opens a store. A store joins by a class derived from this and one line for each of the suite's classes:
/// <c>public sealed class MemoryStreams : StreamConformance&lt;MemoryUnderTest&gt;;</c>.</summary>
/// <param name="options">Options that differ from the defaults.</param>
public abstract class StoreUnderTest(params (string Key, string Value)[] options)
{
    /// <summary>The store, as its plug-in offers it.</summary>
    public abstract StoreDefinition Definition { get; }

    public virtual IReadOnlyList<(string Key, string Value)> Options => options;

    /// <summary>The longest that the suite waits for something that must come: 90 s, as tests run side by side. A store that is known to
    /// fail says less.</summary>
    public virtual TimeSpan Patience => TimeSpan.FromSeconds(90);

    /// <summary>Whether a store with <see cref="StoreCapabilities.IdempotentAppend"/> finds every event id that it has, in every stream.
    /// False for a store that knows an append only by the id of its first event, in its stream.</summary>
    public virtual bool FindsEveryEventId => true;

    /// <summary>How the store's server is reached; null for an embedded store. Where there is no server on this machine, call
    /// <c>Assert.Skip</c> with the reason.</summary>
    public virtual ValueTask<string?> ConnectAsync(CancellationToken cancellationToken) => ValueTask.FromResult<string?>(null);
}

public static class StoreContexts
{
    /// <summary>What opens a store in a separate namespace, with these options and the defaults of the others.</summary>
    public static StoreContext NewContext(
        this StoreDefinition definition, string folder, string? server = null, params (string Key, string Value)[] options) => new()
        {
            Namespace = "t" + Guid.NewGuid().ToString("N"),
            DataFolder = folder,
            ConnectionString = server,
            Options = StoreOptions.Create(definition.Options, options.ToDictionary(o => o.Key, o => o.Value)),
        };
}

/// <summary>A store by its name in its plug-in.</summary>
public abstract class PluginUnderTest<TPlugin>(string name, params (string Key, string Value)[] options) : StoreUnderTest(options)
    where TPlugin : IStorePlugin, new()
{
    public override StoreDefinition Definition { get; } = new TPlugin().Stores.Single(s => s.Name == name);
}
