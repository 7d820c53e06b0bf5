namespace EventSourcingBench.Api.Reservations;

/// <summary>One node of a plug-in's command side. It opens on first use, here or by another node, and joins the others with its first
/// command. If it has stopped or could not join, it is started again.</summary>
internal sealed class PluggedSide(
    Func<ICommandSidePlugin> find, Func<string, CancellationToken, Task<IReadOnlyList<string>>> peers, CommandSideContext context)
    : IReservations, IAsyncDisposable
{
    private readonly Lock _gate = new();
    private Task<ICommandSide>? _opened;
    private Task<ICommandSide>? _joined;
    private bool _disposed;

    /// <summary>The address for other nodes; it need not have joined them yet.</summary>
    public async Task<string> AddressAsync() => (await OpenedAsync()).Address;

    private ValueTask<ICommandSide> JoinedAsync(CancellationToken cancellationToken)
    {
        lock (_gate)
        {
            if (!IsUsable(_joined))
                _joined = JoinAsync(OpenedAsync());

            return new ValueTask<ICommandSide>(_joined!.WaitAsync(cancellationToken));
        }
    }

    public async Task ReadyAsync(CancellationToken cancellationToken = default) => await JoinedAsync(cancellationToken);

    public async ValueTask<ReservationAnswer> RunAsync(
        string show, ShowCommand command, int maxAttempts, CancellationToken cancellationToken = default) =>
        await (await JoinedAsync(cancellationToken)).RunAsync(show, command, maxAttempts, cancellationToken);

    public async ValueTask DisposeAsync()
    {
        Task<ICommandSide>? opened;
        lock (_gate)
            (_disposed, opened) = (true, _opened);

        // The waiting callers received the exception.
        await ((Task?)opened ?? Task.CompletedTask).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        await CloseAsync(opened);
    }

    private Task<ICommandSide> OpenedAsync()
    {
        lock (_gate)
        {
            ObjectDisposedException.ThrowIf(_disposed, this);
            if (!IsUsable(_opened))
                _opened = OpenAsync(_opened);

            return _opened!;
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
        await side.JoinAsync(await peers(side.Address, CancellationToken.None), CancellationToken.None);
        return side;
    }

    private static ValueTask CloseAsync(Task<ICommandSide>? side) =>
        side is { IsCompletedSuccessfully: true } ? side.Result.DisposeAsync() : default;

    private static bool IsUsable(Task<ICommandSide>? side) =>
        side is not null && (!side.IsCompleted || (side.IsCompletedSuccessfully && !side.Result.Ended.IsCompleted));
}
