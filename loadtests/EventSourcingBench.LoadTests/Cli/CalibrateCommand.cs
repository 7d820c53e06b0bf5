namespace EventSourcingBench.LoadTests.Cli;

internal static class CalibrateCommand
{
    public static Command Create()
    {
        var names = new Argument<string[]>("WHAT")
        {
            Description = $"What to measure: {string.Join(", ", Calibrations.All.Select(c => c.Name))}. Default: all.",
            Arity = ArgumentArity.ZeroOrMore,
        };
        var servers = ListCommands.Servers();
        var command = new Command(
            "calibrate", "Measure the generator against wrk, stores against pgbench, the instruments against a known delay")
        { names, servers };
        command.SetAction(async (result, _) => await RunAsync(result.GetValue(names) ?? [], result.GetValue(servers)!));
        return command;
    }

    private static async Task<int> RunAsync(string[] names, string mode)
    {
        var known = Calibrations.All.Select(c => c.Name).ToList();
        if (names.FirstOrDefault(n => !known.Contains(n)) is { } unknown)
            throw NameSuggestion.Unknown("calibration", unknown, known);

        var chosen = Calibrations.All.Where(c => names.Length == 0 || names.Contains(c.Name)).ToList();
        using var interruption = new Interruption();
        try
        {
            return chosen is [var one]
                ? await RunAsync(one, mode, interruption.Token) : await RunEachAsync(chosen, mode, interruption.Token);
        }
        catch (OperationCanceledException) when (interruption.Happened)
        {
            return ExitCodes.Interrupted;
        }
    }

    private static async Task<int> RunAsync(CalibrationKind calibration, string mode, CancellationToken cancellationToken)
    {
        if (calibration.Via == Via.Http)
            HttpLoadThreads.SetUp();

        var (name, progress) = (calibration.Name, RunProgress.ForConsole(TimeProvider.System));
        using var work = RunWorkFolder.Create();
        await using var servers = new ServerPool(new ServerPoolOptions { WorkFolder = work.Path, Mode = mode, OnProgress = progress.Say });
        progress.Say($"{name}: {calibration.Question}");
        try
        {
            var entry = Catalog.Stores(new CatalogOptions()).Find(calibration.Store);
            var unavailable = entry.Unavailable
                ?? (entry.Server is { } needed ? await servers.CheckAsync(needed, cancellationToken) : null);
            if (unavailable is not null)
            {
                Write(name, [CalibrationLine.NotMeasured(name, unavailable)]);
                return ExitCodes.Success;
            }

            var server = entry.Server is { } kind ? await servers.AcquireAsync(kind, nodes: 1, cancellationToken) : null;
            var target = new StoreTarget(entry, server, calibration.StoreOptions, work.Path, [], Keep: false);
            var lines = await calibration.MeasureAsync(new CalibrationBench(target, progress, TimeProvider.System, cancellationToken));
            Write(name, lines);
            return lines.All(l => l.Passed != false) ? ExitCodes.Success : ExitCodes.Failure;
        }
        catch (Exception e) when (StoreFailureException.Is(e) || e is LoadEngineException)
        {
            progress.Say($"{name}: {e.Message}");
            return ExitCodes.Failure;
        }
    }

    // Each in a process, as a process is set up for HTTP or for stores inside it.
    private static async Task<int> RunEachAsync(IReadOnlyList<CalibrationKind> chosen, string mode, CancellationToken cancellationToken)
    {
        var code = ExitCodes.Success;
        foreach (var calibration in chosen)
        {
            await using var process = await SupervisedProcess.StartAsync(
                new SupervisedProcessOptions
                {
                    FileName = ServingProcess.Dotnet,
                    Arguments = [typeof(CalibrateCommand).Assembly.Location, "calibrate", calibration.Name, "--servers", mode],
                    OnOutput = Console.WriteLine,
                },
                cancellationToken);
            code = Math.Max(code, await process.Exited.WaitAsync(cancellationToken));
            foreach (var line in process.LastErrors)
                await Console.Error.WriteLineAsync(line);

            if (code > ExitCodes.Failure)
                break;
        }

        return code;
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
