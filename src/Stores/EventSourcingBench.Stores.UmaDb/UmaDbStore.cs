using Grpc.Net.Client;

namespace EventSourcingBench.Stores.UmaDb;

/// <summary>A part of the log of a UmaDB server, see <see cref="LogWindow"/>.</summary>
internal sealed class UmaDbStore(UmaDbServer server, UmaDbChannel channel, LogWindow window, string startFile, bool keep) : IStore
{
    private static readonly TimeSpan OpeningLimit = TimeSpan.FromSeconds(4);

    private readonly UmaDbEvents _events = new(channel, window);

    public StoreCapabilities Capabilities =>
        StoreCapabilities.IdempotentConditionalAppend | StoreCapabilities.GlobalPosition | StoreCapabilities.Persistent
        | StoreCapabilities.KeepsBytes;

    public IDcbEventStore Dcb => _events;

    /// <summary>Reads the server's head, where the store's part starts unless its data was kept.</summary>
    /// <exception cref="StoreUnavailableException">The server could not be reached, or it does not have the kept data.</exception>
    public static async Task<IStore> OpenAsync(StoreContext context, CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();
        var server = UmaDbServer.Parse(context.ConnectionString ?? throw new StoreUnavailableException("The store dcb-umadb has "
            + "no server. Set EVENTSOURCINGBENCH_UMADB."));
        var channel = new UmaDbChannel(server.Address);
        try
        {
            var startFile = Path.Combine(context.DataFolder, context.Namespace + ".start");
            var window = await WindowAsync(startFile, await HeadAsync(channel, cancellationToken), server, cancellationToken);
            return new UmaDbStore(server, channel, window, startFile, context.KeepData);
        }
        catch
        {
            channel.Dispose();
            throw;
        }
    }

    public async Task<StoreDescription> DescribeAsync(CancellationToken cancellationToken = default)
    {
        await HeadAsync(channel, cancellationToken);
        return new StoreDescription
        {
            ServerVersion = server.Version is { } version ? "UmaDB " + version : "UmaDB, version unknown (the server does not report it)",
            ClientVersion = $"Grpc.Net.Client {typeof(GrpcChannel).Assembly.GetName().Version!.ToString(3)}",
            Durability = DurabilityTier.Fsync,
            DurabilityReason = "UmaDB acknowledges an append after its commit, which forces the file to disk twice (fdatasync "
                + "after the pages and after the header). No setting disables this.",
            Mechanism = "One unary call per append with its condition, one streaming call per read. The server's single writer "
                + "commits all waiting appends together. A subscription is a streaming call that stays open.",
            Settings = [new EffectiveSetting("log.start", window.Start.ToString(CultureInfo.InvariantCulture), FromServer: false)],
        };
    }

    public ValueTask DisposeAsync()
    {
        _events.Dispose();
        channel.Dispose();
        if (!keep)
            File.Delete(startFile);

        return ValueTask.CompletedTask;
    }

    private static async Task<ulong> HeadAsync(UmaDbChannel channel, CancellationToken cancellationToken)
    {
        try
        {
            var deadline = TimeProvider.System.GetUtcNow().UtcDateTime + OpeningLimit;
            return (await channel.Client.HeadAsync(new HeadRequest(), deadline: deadline, cancellationToken: cancellationToken)).Position;
        }
        catch (RpcException e)
        {
            cancellationToken.ThrowIfCancellationRequested();
            throw UmaDbErrors.Reading(e, channel.Address);
        }
    }

    private static async Task<LogWindow> WindowAsync(string file, ulong head, UmaDbServer server, CancellationToken cancellationToken)
    {
        if (!File.Exists(file))
            await File.WriteAllTextAsync(file, head.ToString(CultureInfo.InvariantCulture), cancellationToken);

        var text = await File.ReadAllTextAsync(file, cancellationToken);
        return ulong.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var start) && start <= head
            ? new LogWindow(start)
            : throw new StoreUnavailableException(
                $"According to {file} the kept data starts after position {text}, but the log of UmaDB at {server.Address} ends "
                    + $"at {head}. Use the server that has the data, or remove the file.");
    }
}
