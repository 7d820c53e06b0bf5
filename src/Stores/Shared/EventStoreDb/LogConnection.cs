namespace EventSourcingBench.Stores.Shared;

internal sealed class LogConnection(LogClientSettings settings) : IAsyncDisposable
{
    private readonly Lazy<LogGroups> _groups = new(() => new LogGroups(settings));

    public LogClient Client { get; } = new(settings);

    /// <summary>The client's part for persistent subscriptions, with separate connections.</summary>
    public LogGroups Groups => _groups.Value;

    public LogClientSettings Settings { get; } = settings;

    public LogErrors Errors { get; } = new(settings);

    public StoreClosing Closing { get; } = new();

    /// <exception cref="StoreUnavailableException">The store was closed.</exception>
    public CancellationTokenSource Link(CancellationToken cancellationToken)
    {
        Closing.ThrowIfClosed();
        return Closing.Link(cancellationToken);
    }

    /// <summary>Runs a read, and translates failures to exceptions of the contract.</summary>
    /// <exception cref="StoreUnavailableException">The server could not be reached or refused, or the store was closed.</exception>
    public async ValueTask<T> GuardAsync<T>(Func<ValueTask<T>> read, CancellationToken cancellationToken)
    {
        using var inStore = RequestTimes.EnterStore();
        try
        {
            return await read();
        }
        catch (Exception e)
        {
            cancellationToken.ThrowIfCancellationRequested();
            Closing.ThrowIfClosed();
            if (Errors.Unavailable(e) is { } translated)
                throw translated;

            throw;
        }
    }

    public ValueTask<T> GuardAsync<T>(Func<Task<T>> read, CancellationToken cancellationToken) =>
        GuardAsync(() => new ValueTask<T>(read()), cancellationToken);

    public async ValueTask DisposeAsync()
    {
        await Closing.CloseAsync();
        await Client.DisposeAsync();
        if (_groups.IsValueCreated)
            await _groups.Value.DisposeAsync();
    }
}
