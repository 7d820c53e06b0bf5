using Npgsql;

namespace EventSourcingBench.Stores.PostgreSql.Connections;

/// <summary>
/// Notifies other processes of commits (NOTIFY) and learns of theirs (LISTEN). While a connection is broken, only polling finds new
/// events. A notification is sent after the commit and for many at a time: inside the appending transaction NOTIFY takes a lock
/// that lets only one transaction of the whole server commit at a time.
/// </summary>
/// <param name="database">The schema, whose name is part of the channel's.</param>
/// <param name="atMostEvery">The minimum time between two notifications. The first one after a pause is sent at once.</param>
/// <param name="time">The clock.</param>
internal sealed class CommitNotifications(PostgresDatabase database, TimeSpan atMostEvery, TimeProvider time) : IAsyncDisposable
{
    private static readonly TimeSpan ListenAgain = TimeSpan.FromSeconds(1);

    // A process ignores its own notifications.
    private readonly string _ownName = Guid.CreateVersion7().ToString("N");
    private readonly CancellationTokenSource _stop = new();
    private readonly Lock _gate = new();
    private readonly Pulse _own = new();
    private Task? _listening;
    private Task? _notifying;

    /// <summary>Raised by the commits of all processes.</summary>
    public Pulse Committed { get; } = new();

    /// <summary>Signals a commit of this process.</summary>
    public void Raise()
    {
        Committed.Raise();
        _own.Raise();
    }

    public CommitNotifications Start()
    {
        _notifying = RunAsync(NotifyAsync, atMostEvery);
        return this;
    }

    /// <summary>Starts to listen, once.</summary>
    public void Listen()
    {
        lock (_gate)
        {
            _listening ??= RunAsync(ListenAsync, ListenAgain);
        }
    }

    public async ValueTask DisposeAsync()
    {
        await _stop.CancelAsync();
        await Task.WhenAll(_notifying ?? Task.CompletedTask, _listening ?? Task.CompletedTask);
        _stop.Dispose();
    }

    private async Task RunAsync(Func<Task> step, TimeSpan retry)
    {
        while (!_stop.IsCancellationRequested)
        {
            try
            {
                await step();
            }
            catch (Exception e) when (PostgresErrors.IsDriverError(e))
            {
                await Task.Delay(retry, time, _stop.Token).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            }
            catch (OperationCanceledException) when (_stop.IsCancellationRequested)
            {
                return;
            }
        }
    }

    private async Task ListenAsync()
    {
        await using var connection = await database.Pool.OpenConnectionAsync(_stop.Token);
        connection.Notification += (_, n) =>
        {
            if (n.Payload != _ownName)
                Committed.Raise();
        };
        await using (var listen = new NpgsqlCommand($"LISTEN \"{database.Scripts.Channel}\"", connection))
        {
            await listen.ExecuteNonQueryAsync(_stop.Token);
        }

        // Commits before LISTEN took effect were not notified.
        Committed.Raise();
        while (true)
            await connection.WaitAsync(_stop.Token);
    }

    private async Task NotifyAsync()
    {
        var notified = 0L;
        while (true)
        {
            await _own.WaitAsync(notified, Timeout.InfiniteTimeSpan, time, _stop.Token);
            notified = _own.Seen;
            await using (var connection = await database.Pool.OpenConnectionAsync(_stop.Token))
            {
                await using var notify = new NpgsqlCommand(database.Scripts.Get("131_notify"), connection)
                {
                    Parameters = { new() { Value = database.Scripts.Channel }, new() { Value = _ownName } },
                };
                await notify.PrepareAsync(_stop.Token);
                await notify.ExecuteNonQueryAsync(_stop.Token);
            }

            await Task.Delay(atMostEvery, time, _stop.Token);
        }
    }
}
