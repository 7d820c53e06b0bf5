using EventSourcingBench.TestWriter;

// PLUGIN-FOLDER ASSEMBLY STORE DATA-FOLDER NAMESPACE [CONNECTION-STRING, or - for none [KEY=VALUE ...]]
if (args is not [var plugin, var assembly, var store, var folder, var space, .. var rest])
{
    await Console.Error.WriteLineAsync("usage: PLUGIN-FOLDER ASSEMBLY STORE DATA-FOLDER NAMESPACE [CONNECTION-STRING|- [KEY=VALUE ...]]");
    return 2;
}

var definition = PluginLoader.Load<IStorePlugin>(plugin, assembly).Stores.Single(s => s.Name == store);
var context = new StoreContext
{
    Namespace = space,
    DataFolder = folder,
    ConnectionString = rest is [not "-", ..] ? rest[0] : null,
    Options = StoreOptions.Create(definition.Options, rest.Skip(1).Select(o => o.Split('=', 2)).ToDictionary(o => o[0], o => o[1])),
    KeepData = true,
};
try
{
    await using var opened = await definition.OpenAsync(context, CancellationToken.None);
    await new EndlessWriter(opened, Console.Out).RunAsync();
}
catch (Exception e) when (e is StoreUnavailableException or OutcomeUnknownException)
{
    await Console.Error.WriteLineAsync(e.Message);
    return 1;
}

return 0;
