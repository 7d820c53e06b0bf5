using Npgsql;

namespace EventSourcingBench.Stores.PostgreSql.Feed;

/// <summary>
/// Notifies other processes of commits (NOTIFY), after the commit and for many at a time: inside the appending transaction
/// NOTIFY takes a lock that lets only one transaction of the whole server commit at a time. A notification that is lost with
/// its connection delays other processes by one poll interval.
/// </summary>
internal sealed class CommitNotifier : IAsyncDisposable
{
    private readonly CancellationTokenSource _stop = new();
    private readonly CommitSignal _committed = new();
    private readonly Task _notifying;

    /// <param name="pool">The connection pool.</param>
    /// <param name="scripts">The scripts, for the channel's name.</param>
    /// <param name="ownName">The name of this process, which ignores its own notifications.</param>
    /// <param name="atMostEvery">The minimum time between two notifications. The first one after a pause is sent at once.</param>
    /// <param name="time">The clock.</param>
    public CommitNotifier(NpgsqlDataSource pool, SqlScripts scripts, string ownName, TimeSpan atMostEvery, TimeProvider time) =>
        _notifying = NotifyAsync(pool, scripts, ownName, atMostEvery, time);

    /// <summary>Signals a commit of this process.</summary>
    public void Raise() => _committed.Raise();

    public async ValueTask DisposeAsync()
    {
        await _stop.CancelAsync();
        await _notifying;
        _stop.Dispose();
    }

    private async Task NotifyAsync(NpgsqlDataSource pool, SqlScripts scripts, string ownName, TimeSpan atMostEvery, TimeProvider time)
    {
        var notified = 0L;
        while (!_stop.IsCancellationRequested)
        {
            try
            {
                await _committed.WaitAsync(notified, Timeout.InfiniteTimeSpan, time, _stop.Token);
                notified = _committed.Seen;
                await using (var connection = await pool.OpenConnectionAsync(_stop.Token))
                {
                    await using var notify = new NpgsqlCommand(scripts.Get("131_notify"), connection)
                    {
                        Parameters = { new() { Value = scripts.Channel }, new() { Value = ownName } },
                    };
                    await notify.PrepareAsync(_stop.Token);
                    await notify.ExecuteNonQueryAsync(_stop.Token);
                }

                await Task.Delay(atMostEvery, time, _stop.Token);
            }
            catch (Exception e) when (PostgresErrors.IsDriverError(e))
            {
                await Task.Delay(atMostEvery, time, _stop.Token).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            }
            catch (OperationCanceledException) when (_stop.IsCancellationRequested)
            {
                return;
            }
        }
    }
}
