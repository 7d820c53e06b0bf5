namespace EventSourcingBench.LoadTests.Cli;

internal static class Commands
{
    private const string Description = """
        EventSourcingBench: which event store, and how fast is it really?

        Without a command: the quick profile, suites append, projection and mixed on every store that can run here.
        It takes less than a minute per store, plus the time to build and to start servers.
        """;

    public static async Task<int> RunAsync(string[] args)
    {
        // 'serve' is the API itself, with the API's own options.
        if (args is ["serve", .. var rest])
            return await Api.ApiHost.RunAsync(rest);

        // Ctrl-C is ours: it ends the step, and what was measured is verified and reported.
        var result = Root().Parse(args);
        return await CommandRunner.RunAsync(result, result.Errors.Count == 0 ? [] : Messages(result).Append("--help explains them."));
    }

    internal static RootCommand Root()
    {
        Command[] commands =
        [
            .. SuiteCatalog.All.Select(RunCommand.Create), ListCommands.Stores(), ListCommands.Suites(), PublishCommands.Report(),
            PublishCommands.Publish(), CompareCommand.Create(), HistoryCommand.Create(), PublishCommands.Site(), CalibrateCommand.Create(),
            DoctorCommand.Create(), GeneratorCommand.Create(), ClusterCommand.Create(),
            new Command("serve", "Run the API alone; 'serve --help' lists its options."),
        ];
        var root = RunCommand.Prepare(new RootCommand(Description), suite: null);
        Array.ForEach(commands, root.Add);
        return root;
    }

    internal static IEnumerable<string> Messages(ParseResult result)
    {
        var former = (from suite in SuiteCatalog.All
                      from parameter in suite.Parameters
                      from name in parameter.Former
                      where result.UnmatchedTokens.Any(t => t.Split('=', ':')[0] == name)
                      select $"The option {name} is now {parameter.Option} (suite {suite.Name}).").ToList();
        return former.Count > 0 ? former
            : result.UnmatchedTokens is [var unknown, ..] ? [CommandRunner.Unknown(result.CommandResult.Command, unknown)]
            : result.Errors.Select(e => e.Message);
    }
}

internal static class GeneratorCommand
{
    public static Command Create()
    {
        var listen = RunSettings.Named(
            "--listen", $"ADDRESS:PORT; port 0 takes a free one. Beyond loopback a secret in {GeneratorToken.Variable} is required.",
            otherwise: "127.0.0.1:5090");
        var once = new Option<bool>("--once") { Description = "End when a runner has finished with it. Default: wait for the next one." };
        var command = new Command("generator", "Make load for a runner elsewhere, which names it by --generator-hosts") { listen, once };
        command.SetAction(async (result, _) => await RunAsync(result.GetValue(listen)!, result.GetValue(once)));
        return command;
    }

    private static async Task<int> RunAsync(string listen, bool once)
    {
        using var interruption = new Interruption();
        await using var host = await GeneratorHost.StartAsync(
            GeneratorAddress.ParseListen(listen), GeneratorToken.Find(), TimeProvider.System);
        await Console.Out.WriteLineAsync($"{ServingProcess.ReadyPrefix}{host.Address}");
        var stopped = Task.Delay(Timeout.InfiniteTimeSpan, TimeProvider.System, interruption.Token);
        await Task.WhenAny(once ? host.Released : stopped, stopped);
        return ExitCodes.Success;
    }
}
