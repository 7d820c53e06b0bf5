using EventSourcingBench.Cli;
using Spectre.Console;

namespace EventSourcingBench.LoadTests.Cli;

/// <summary>Measures the instruments and the stores in the box against fixed yardsticks.</summary>
internal static class CalibrateCommand
{
    public static Command Create()
    {
        var names = new Argument<string[]>("WHAT")
        {
            Description = $"What to measure: {string.Join(", ", Calibrations.All.Keys)}. Default: all.",
            Arity = ArgumentArity.ZeroOrMore,
        };
        var servers = new Option<string>("--servers")
        {
            Description = "Where servers come from: auto, env, docker or local.",
            DefaultValueFactory = _ => ServerPool.Auto,
        };
        var command = new Command(
            "calibrate", "Measure the generator against wrk, stores against pgbench, the instruments against a known delay")
        {
            names, servers,
        };
        command.SetAction(async (result, _) => await RunAsync(result.GetValue(names) ?? [], result.GetValue(servers)!));
        return command;
    }

    private static async Task<int> RunAsync(string[] names, string mode)
    {
        foreach (var name in names)
        {
            if (!Calibrations.All.ContainsKey(name))
            {
                throw NameSuggestion.Unknown("calibration", name, [.. Calibrations.All.Keys]);
            }
        }

        using var interruption = new Interruption();
        var progress = ProgressText.ForConsole(TimeProvider.System);
        var catalog = Catalog.Stores(new CatalogOptions());
        using var work = RunWorkFolder.Create();
        await using var servers = new ServerPool(new ServerPoolOptions { WorkFolder = work.Path, Mode = mode, OnProgress = progress.Say });
        var bench = new CalibrationBench(catalog, servers, work, progress, TimeProvider.System);
        var good = true;
        foreach (var (name, calibration) in Calibrations.All.Where(c => names.Length == 0 || names.Contains(c.Key)))
        {
            progress.Say($"{name}: {calibration.Question}");
            try
            {
                var lines = await calibration.RunAsync(bench, interruption.Token);
                Write(name, lines);
                good &= lines.All(l => l.Passed != false);
            }
            catch (Exception e) when (e is StoreFailureException or StoreUnavailableException or LoadEngineException)
            {
                progress.Say($"{name}: {e.Message}");
                good = false;
            }
            catch (OperationCanceledException) when (interruption.Happened)
            {
                return ExitCodes.Interrupted;
            }
        }

        return good ? ExitCodes.Success : ExitCodes.Failure;
    }

    private static void Write(string name, IReadOnlyList<CalibrationLine> lines)
    {
        var table = new Table().Border(TableBorder.Simple).Title(name).AddColumns("measured", "figure", "bar", "");
        foreach (var line in lines)
        {
            var mark = line.Passed switch { true => "[green]met[/]", false => "[red]not met[/]", null => "" };
            table.AddRow(Markup.Escape(line.What), Markup.Escape(line.Figure), Markup.Escape(line.Bar), mark);
        }

        Terminal.Create().Write(table);
    }
}
