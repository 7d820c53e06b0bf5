using EventSourcingBench.Cli;
using Spectre.Console;

namespace EventSourcingBench.LoadTests.Cli;

/// <summary>What there is: stores and suites.</summary>
internal static class ListCommands
{
    public static Command Stores()
    {
        var folders = new Option<string[]>("--plugin-folder") { Description = "A folder with a plug-in of your own, repeatable." };
        var servers = new Option<string>("--servers")
        {
            Description = "Where servers come from: auto, env, docker or local.",
            DefaultValueFactory = _ => ServerPool.Auto,
        };
        var command = new Command("stores", "List the stores, whether each can run here, and their options") { folders, servers };
        command.SetAction(async result =>
        {
            var catalog = Catalog.Stores(new CatalogOptions { ExtraPluginFolders = result.GetValue(folders) ?? [] });
            var provisioners = Catalog.Provisioners(new CatalogOptions());
            var engines = Catalog.Engines(new CatalogOptions());
            await using var pool = new ServerPool(new ServerPoolOptions
            {
                // Nothing is started here, so nothing is put there.
                WorkFolder = Path.GetTempPath(),
                Mode = result.GetValue(servers)!,
                Extra = provisioners.ForPool(),
                PluginFolders = result.GetValue(folders) ?? [],
            });
            await WriteStoresAsync(catalog, pool);
            WritePlugins(provisioners, engines, CommandSides());
            return ExitCodes.Success;
        });
        return command;
    }

    public static Command Suites()
    {
        var command = new Command("suites", "List the suites and the parameters of their profiles");
        command.SetAction(_ =>
        {
            foreach (var suite in SuiteCatalog.All)
            {
                WriteSuite(suite);
            }

            return ExitCodes.Success;
        });
        return command;
    }

    private static async Task WriteStoresAsync(Catalog<StoreDefinition> catalog, ServerPool pool)
    {
        var table = new Table().Border(TableBorder.Simple).AddColumns("store", "state", "what it is");
        var options = new Table().Border(TableBorder.Simple).AddColumns("--store-option", "default", "meaning");
        // Stores of one plug-in share theirs.
        var listed = new HashSet<string>(StringComparer.Ordinal);
        var servers = await pool.ProbeAsync(catalog.Entries.Where(e => e.Unavailable is null).Select(e => e.Server).OfType<string>());
        foreach (var entry in catalog.Entries)
        {
            var unavailable = entry.Unavailable
                ?? (entry.Server is { } server ? servers[server] : null);
            table.AddRow(
                Markup.Escape(entry.Name),
                unavailable is null ? "[green]ready[/]" : "[yellow]can't run[/]",
                Markup.Escape(unavailable is null ? entry.Summary : $"{entry.Summary}\n{unavailable}"));
            foreach (var option in (entry.Offered?.Options ?? []).Where(o => listed.Add(o.Key)))
            {
                var choices = option.Choices.Count == 0 ? "" : $" ({string.Join(", ", option.Choices)})";
                options.AddRow(Markup.Escape(option.Key), Markup.Escape(option.Default), Markup.Escape(option.Description + choices));
            }
        }

        Terminal.Create().Write(table);
        if (options.Rows.Count > 0)
        {
            Terminal.Create().Write(options);
        }
    }

    private static IReadOnlyList<(string Name, string Summary, Unavailable? Unavailable)> CommandSides()
    {
        var plugins = new CommandSidePlugins(new CatalogOptions());
        var offers = new PluginLocator().Find(PluginKind.CommandSide, []).SelectMany(p => p.Manifest.Offers);
        return [.. offers.Select(o => (o.Name, o.Summary, plugins.WhyNot(o.Name)))];
    }

    // What else may be missing: without it the figures are made, the servers found, or shows run, in another way.
    private static void WritePlugins(
        Catalog<IServerProvisioner> provisioners,
        Catalog<ILoadEngine> engines,
        IReadOnlyList<(string Name, string Summary, Unavailable? Unavailable)> commandSides)
    {
        var table = new Table().Border(TableBorder.Simple).AddColumns("option", "state", "what it is");
        var lines = provisioners.Entries.Select(e => ($"--servers {e.Name}", e.Summary, e.Unavailable))
            .Concat(engines.Entries.Select(e => ($"--engine {e.Name}", e.Summary, e.Unavailable)))
            .Concat(commandSides.Select(s => ($"--command-handling {s.Name}", s.Summary, s.Unavailable)));
        foreach (var (option, summary, unavailable) in lines)
        {
            table.AddRow(
                Markup.Escape(option),
                unavailable is null ? "[green]built[/]" : "[yellow]can't run[/]",
                Markup.Escape(unavailable is null ? summary : $"{summary}\n{unavailable}"));
        }

        if (table.Rows.Count > 0)
        {
            Terminal.Create().Write(table);
        }
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
