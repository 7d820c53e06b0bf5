using Npgsql;

namespace EventSourcingBench.Stores.PostgreSql;

/// <summary>
/// Tells other processes of commits (NOTIFY), after the commit and many at a time: inside the appending transaction
/// NOTIFY takes a lock that lets only one transaction of the whole server commit at a time. A notification that is lost
/// with its connection costs the other process one poll interval.
/// </summary>
internal sealed class CommitNotifier : IAsyncDisposable
{
    private readonly CancellationTokenSource _stop = new();
    private readonly CommitSignal _toTell = new();
    private readonly Task _telling;

    /// <param name="pool">Where connections come from.</param>
    /// <param name="scripts">The channel's name.</param>
    /// <param name="ownName">What this process does not have to hear.</param>
    /// <param name="atMostEvery">The shortest time between two notifications. The first after a pause goes at once.</param>
    /// <param name="time">The clock.</param>
    public CommitNotifier(NpgsqlDataSource pool, SqlScripts scripts, string ownName, TimeSpan atMostEvery, TimeProvider time) =>
        _telling = TellAsync(pool, scripts, ownName, atMostEvery, time);

    /// <summary>Something was committed here.</summary>
    public void Raise() => _toTell.Raise();

    public async ValueTask DisposeAsync()
    {
        await _stop.CancelAsync();
        await _telling;
        _stop.Dispose();
    }

    private async Task TellAsync(NpgsqlDataSource pool, SqlScripts scripts, string ownName, TimeSpan atMostEvery, TimeProvider time)
    {
        var told = 0L;
        while (!_stop.IsCancellationRequested)
        {
            try
            {
                await _toTell.WaitAsync(told, Timeout.InfiniteTimeSpan, time, _stop.Token);
                told = _toTell.Seen;
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
