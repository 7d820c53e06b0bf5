namespace EventSourcingBench.LoadTests.Cli;

internal static class ListCommands
{
    public static Command Stores()
    {
        var folders = new Option<string[]>("--plugin-folder") { Description = "A folder with a plug-in of your own, repeatable." };
        var servers = Servers();
        var command = new Command("stores", "List the stores, whether each can run here, and their options") { folders, servers };
        command.SetAction(async result =>
        {
            var plugins = new CatalogOptions { ExtraPluginFolders = result.GetValue(folders) ?? [] };
            var catalog = Catalog.Stores(plugins);
            var provisioners = Catalog.Provisioners(plugins);
            await using var pool = new ServerPool(new ServerPoolOptions
            {
                // Nothing is started here, so nothing is put there.
                WorkFolder = Path.GetTempPath(),
                Mode = result.GetValue(servers)!,
                Extra = provisioners.ForPool(),
                PluginFolders = plugins.ExtraPluginFolders,
            });
            await WriteStoresAsync(catalog, pool);
            WritePlugins(provisioners, plugins);
            return ExitCodes.Success;
        });
        return command;
    }

    public static Option<string> Servers() =>
        RunSettings.Named("--servers", "Where servers come from: auto, env, docker or local.", otherwise: ServerPool.Auto);

    public static Command Suites()
    {
        var command = new Command("suites", "List the suites and the parameters of their profiles");
        command.SetAction(_ => SuiteCatalog.All.ToList().ForEach(WriteSuite));
        return command;
    }

    private static async Task WriteStoresAsync(Catalog<StoreDefinition> catalog, ServerPool pool)
    {
        var servers = await pool.ProbeAsync(catalog.Entries.Where(e => e.Unavailable is null).Select(e => e.Server).OfType<string>());
        WriteTable("store", "ready", catalog.Entries.Select(e =>
            (e.Name, e.Summary, e.Unavailable ?? (e.Server is { } server ? servers[server] : null))));
        WriteTable(["profile", "what it is", "settings"], catalog.Entries.SelectMany(e => e.Profiles).Select(e => (
            e.Name, Markup.Escape(e.Summary),
            string.Join('\n', e.Profile!.Settings.Select(s => $"{s.Option}={s.Value}: {s.Reason}\n{s.Source}")))));
        // Stores of one plug-in share theirs.
        var options = catalog.Entries.SelectMany(e => e.Offered?.Options ?? []).DistinctBy(o => o.Key);
        WriteTable(["--store-option", "default", "meaning"], options.Select(o => (
            o.Key, Markup.Escape(o.Default),
            o.Description + (o.Choices.Count == 0 ? "" : $" ({string.Join(", ", o.Choices)})"))));
    }

    // What else may be missing: without it the figures are made, the servers found, or shows run, in another way.
    private static void WritePlugins(Catalog<IServerProvisioner> provisioners, CatalogOptions plugins)
    {
        var offers = new PluginLocator().Find(PluginKind.CommandSide, plugins.ExtraPluginFolders ?? []).SelectMany(p => p.Manifest.Offers);
        WriteTable("option", "built", provisioners.Entries.Select(e => ($"--servers {e.Name}", e.Summary, e.Unavailable))
            .Concat(Catalog.Engines(plugins).Entries.Select(e => ($"--engine {e.Name}", e.Summary, e.Unavailable)))
            .Concat(offers.Select(o => (
                $"--command-handling {o.Name}", o.Summary, CommandSideHost.Find(o.Name, plugins).Unavailable))));
    }

    private static void WriteTable(string what, string good, IEnumerable<(string Name, string Summary, Unavailable? Unavailable)> lines) =>
        WriteTable([what, "state", "what it is"], lines.Select(l => l.Unavailable is null
            ? (l.Name, $"[green]{good}[/]", l.Summary) : (l.Name, "[yellow]can't run[/]", $"{l.Summary}\n{l.Unavailable}")));

    // Nothing where there is no line. The second cell is markup.
    private static void WriteTable(string[] headings, IEnumerable<(string Name, string Second, string Third)> lines)
    {
        var table = new Table().Border(TableBorder.Simple).AddColumns(headings);
        foreach (var (name, second, third) in lines)
            table.AddRow(Markup.Escape(name), second, Markup.Escape(third));

        if (table.Rows.Count > 0)
            Terminal.Create().Write(table);
    }

    private static void WriteSuite(Suite suite)
    {
        Terminal.Create().MarkupLineInterpolated(CultureInfo.InvariantCulture, $"[bold]{suite.Name}[/]: {suite.Summary}");
        foreach (var profile in WorkloadFile.Profiles(suite.Name))
        {
            var workload = WorkloadFile.Load(suite.Name, profile);
            Terminal.Create().MarkupLineInterpolated(CultureInfo.InvariantCulture, $"  {profile,-6} {workload}");
        }
    }
}
