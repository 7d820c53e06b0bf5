namespace EventSourcingBench.Api;

public static class ApiHost
{
    /// <summary>Opens the stores, serves until SIGTERM, SIGINT or SIGQUIT, and closes the stores, which drops their data unless it is kept.
    /// Writes one line to standard output when ready: <c>listening on http://127.0.0.1:5080</c>.</summary>
    /// <param name="args">See <c>--help</c>. <c>health ADDRESS</c> checks a running API, for the health check of a container.</param>
    /// <returns>0 after a graceful stop, 1 if a store cannot run here, 2 for an invalid argument or a store that did not open.</returns>
    public static Task<int> RunAsync(string[] args) =>
        args is [HealthProbe.Command, .. var rest] ? HealthProbe.RunAsync(rest) : new ApiCommand().InvokeAsync(args, RunAsync);

    private static async Task<int> RunAsync(ApiOptions options)
    {
        try
        {
            await ServeAsync(options, TimeProvider.System);
            return ExitCodes.Success;
        }
        catch (Exception e) when (e is StoreCannotRunException or UserException or StoreUnavailableException)
        {
            await Console.Error.WriteLineAsync(e.Message);
            return e is StoreCannotRunException ? ExitCodes.Failure : ExitCodes.Usage;
        }
        catch (OperationCanceledException)
        {
            return ExitCodes.Interrupted;
        }
    }

    private static async Task ServeAsync(ApiOptions options, TimeProvider time)
    {
        using var export = TelemetryExport.StartIfWanted();
        // Until the web application handles signals itself: data of a store that was opened is dropped.
        using var interruption = new Interruption();
        await using var stores = await OpenStores.OpenAsync(options, time, interruption.Token);
        await using var app = ApiApplication.Build(stores.Stores, stores.Nodes, options, time);
        try
        {
            await app.StartAsync(CancellationToken.None);
        }
        catch (Exception e) when (e is IOException or SocketException)
        {
            throw new UserException($"{e.Message} Say another with --urls; port 0 takes a free one.", e);
        }

        interruption.Token.ThrowIfCancellationRequested();
        interruption.Dispose();
        Console.WriteLine($"listening on {string.Join(", ", app.Urls)}");
        await app.WaitForShutdownAsync(CancellationToken.None);
    }
}
