namespace EventSourcingBench.Api.Reservations;

/// <summary>One node of a plug-in's command side. It opens on first use, here or by another node, and joins the others with its first
/// command. If it has stopped or could not join, it is started again.</summary>
internal sealed class PluggedSide(
    Func<ICommandSidePlugin> find, Func<string, Task<IReadOnlyList<string>>> peers, CommandSideContext context)
    : IReservations, IAsyncDisposable
{
    private readonly Lock _gate = new();
    private Task<ICommandSide>? _opened;
    private Task<ICommandSide>? _joined;
    private bool _disposed;

    /// <summary>The address for other nodes; it need not have joined them yet.</summary>
    public async Task<string> AddressAsync() => (await OpenedAsync()).Address;

    public Task ReadyAsync(CancellationToken cancellationToken = default) => JoinedAsync().WaitAsync(cancellationToken);

    public async ValueTask<ReservationAnswer> RunAsync(
        string show, ShowCommand command, int maxAttempts, CancellationToken cancellationToken = default) =>
        await (await JoinedAsync().WaitAsync(cancellationToken)).RunAsync(show, command, maxAttempts, cancellationToken);

    public async ValueTask DisposeAsync()
    {
        Task<ICommandSide>? opened;
        lock (_gate)
            (_disposed, opened) = (true, _opened);

        // The waiting callers received the exception.
        await ((Task?)opened ?? Task.CompletedTask).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        await CloseAsync(opened);
    }

    private Task<ICommandSide> OpenedAsync() => Usable(ref _opened, OpenAsync);

    private Task<ICommandSide> JoinedAsync() => Usable(ref _joined, _ => JoinAsync(OpenedAsync()));

    private Task<ICommandSide> Usable(ref Task<ICommandSide>? side, Func<Task<ICommandSide>?, Task<ICommandSide>> begin)
    {
        lock (_gate)
        {
            ObjectDisposedException.ThrowIf(_disposed, this);
            return side is { IsCompleted: false } or { IsCompletedSuccessfully: true, Result.Ended.IsCompleted: false }
                ? side : side = begin(side);
        }
    }

    private async Task<ICommandSide> OpenAsync(Task<ICommandSide>? former)
    {
        await CloseAsync(former);
        return await find().OpenAsync(context, CancellationToken.None);
    }

    // Without a token: several callers wait for it.
    private async Task<ICommandSide> JoinAsync(Task<ICommandSide> opened)
    {
        var side = await opened;
        await side.JoinAsync(await peers(side.Address), CancellationToken.None);
        return side;
    }

    private static ValueTask CloseAsync(Task<ICommandSide>? side) =>
        side is { IsCompletedSuccessfully: true } ? side.Result.DisposeAsync() : default;
}
