namespace EventSourcingBench.LoadTests.Cli;

/// <summary>A generator on its own, for a runner on another host.</summary>
internal static class GeneratorCommand
{
    public static Command Create()
    {
        var listen = new Option<string>("--listen")
        {
            Description = $"ADDRESS:PORT; port 0 takes a free one. Beyond loopback a secret in {GeneratorToken.Variable} is required.",
            DefaultValueFactory = _ => "127.0.0.1:5090",
        };
        var command = new Command("generator", "Make load for a runner elsewhere, which names it by --generator-hosts") { listen };
        command.SetAction(async (result, _) => await RunAsync(result.GetValue(listen)!));
        return command;
    }

    private static async Task<int> RunAsync(string listen)
    {
        using var interruption = new Interruption();
        await using var host = await GeneratorHost.StartAsync(
            GeneratorAddress.ParseListen(listen), GeneratorToken.Find(), TimeProvider.System);
        await Console.Out.WriteLineAsync($"{ServingProcess.ReadyPrefix}{host.Address}");
        await Task.Delay(Timeout.InfiniteTimeSpan, TimeProvider.System, interruption.Token)
            .ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        return ExitCodes.Success;
    }
}
