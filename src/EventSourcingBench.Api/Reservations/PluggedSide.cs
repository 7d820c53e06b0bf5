using EventSourcingBench.Domain;

namespace EventSourcingBench.Api;

/// <summary>
/// One node of a plug-in's command side. It is opened when it is first asked for, here or by another node, and takes its place among
/// the others when it is first given a command. One that has ended by itself, or could not join, is begun again.
/// </summary>
/// <param name="find">Finds the plug-in.</param>
/// <param name="peers">
/// Finds the addresses of all nodes that can be reached, in the same order on all of them, given that of this one.
/// </param>
/// <param name="context">What it runs on.</param>
internal sealed class PluggedSide(
    Func<ICommandSidePlugin> find,
    Func<string, CancellationToken, Task<IReadOnlyList<string>>> peers,
    CommandSideContext context) : IAsyncDisposable
{
    private readonly Lock _gate = new();
    private Task<ICommandSide>? _opened;
    private Task<ICommandSide>? _joined;
    private bool _disposed;

    /// <summary>How other nodes reach it; it need not have joined them yet.</summary>
    public async Task<string> AddressAsync() => (await OpenedAsync()).Address;

    /// <summary>Where commands are run.</summary>
    public ValueTask<ICommandSide> JoinedAsync(CancellationToken cancellationToken)
    {
        lock (_gate)
        {
            if (!IsUsable(_joined))
            {
                _joined = JoinAsync(OpenedAsync());
            }

            return _joined!.IsCompletedSuccessfully
                ? new ValueTask<ICommandSide>(_joined.Result)
                : new ValueTask<ICommandSide>(_joined.WaitAsync(cancellationToken));
        }
    }

    public async ValueTask DisposeAsync()
    {
        Task<ICommandSide>? opened;
        lock (_gate)
        {
            (_disposed, opened) = (true, _opened);
        }

        if (opened is not null && await Finished(opened))
        {
            await (await opened).DisposeAsync();
        }
    }

    private Task<ICommandSide> OpenedAsync()
    {
        lock (_gate)
        {
            ObjectDisposedException.ThrowIf(_disposed, this);
            if (!IsUsable(_opened))
            {
                _opened = OpenAsync(_opened);
            }

            return _opened!;
        }
    }

    private async Task<ICommandSide> OpenAsync(Task<ICommandSide>? former)
    {
        if (former is { IsCompletedSuccessfully: true })
        {
            await (await former).DisposeAsync();
        }

        var plugin = find();
        return await plugin.OpenAsync(context, CancellationToken.None);
    }

    // Without a token: many wait for it.
    private async Task<ICommandSide> JoinAsync(Task<ICommandSide> opened)
    {
        var side = await opened;
        await side.JoinAsync(await peers(side.Address, CancellationToken.None), CancellationToken.None);
        return side;
    }

    private static bool IsUsable(Task<ICommandSide>? side) =>
        side is not null && (!side.IsCompleted || (side.IsCompletedSuccessfully && !side.Result.Ended.IsCompleted));

    // Callers that waited for it got the reason.
    private static async Task<bool> Finished(Task task)
    {
        await task.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        return task.IsCompletedSuccessfully;
    }
}
