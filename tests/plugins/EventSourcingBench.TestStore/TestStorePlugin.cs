namespace EventSourcingBench.TestStore;

public sealed class TestStorePlugin : IStorePlugin
{
    private static readonly StoreOption Size =
        new("test.size", StoreOptionKind.Integer, "10", "How large, 1 to 100") { Minimum = 1, Maximum = 100 };
    private static readonly StoreOption Refuse = new("test.refuse", StoreOptionKind.Switch, "off", "Refuses to open");

    public IReadOnlyList<StoreDefinition> Stores { get; } =
    [
        new() { Name = "test-embedded", Options = [Size, Refuse], OpenAsync = OpenAsync },
        new() { Name = "test-served", OpenAsync = OpenAsync },
    ];

    public IReadOnlyList<ServerKind> Servers { get; } = [new() { Name = "test-server", DefaultPort = 4711 }];

    private static Task<IStore> OpenAsync(StoreContext context, CancellationToken cancellationToken)
    {
        if (context.Options.Values.TryGetValue(Refuse.Key, out var refuse) && refuse == "on")
            throw new StoreUnavailableException("Asked to refuse.");

        File.WriteAllText(Path.Combine(context.DataFolder, "opened"), context.Namespace);
        return Task.FromResult<IStore>(new OpenedStore(context));
    }
}
