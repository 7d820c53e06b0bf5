using Npgsql;

namespace EventSourcingBench.Stores.PostgreSql.Feed;

/// <summary>
/// Receives notifications of commits by other processes (LISTEN). While its connection is broken, only polling finds new
/// events.
/// </summary>
internal sealed class CommitListener : IAsyncDisposable
{
    private static readonly TimeSpan Retry = TimeSpan.FromSeconds(1);

    private readonly CancellationTokenSource _stop = new();
    private readonly Task _listening;

    public CommitListener(NpgsqlDataSource pool, SqlScripts scripts, string ownName, CommitSignal committed, TimeProvider time) =>
        _listening = ListenAsync(pool, scripts, ownName, committed, time);

    public async ValueTask DisposeAsync()
    {
        await _stop.CancelAsync();
        await _listening;
        _stop.Dispose();
    }

    private async Task ListenAsync(NpgsqlDataSource pool, SqlScripts scripts, string ownName, CommitSignal committed, TimeProvider time)
    {
        while (!_stop.IsCancellationRequested)
        {
            try
            {
                await using var connection = await pool.OpenConnectionAsync(_stop.Token);
                connection.Notification += (_, n) =>
                {
                    if (n.Payload != ownName)
                    {
                        committed.Raise();
                    }
                };
                await using (var listen = new NpgsqlCommand($"LISTEN \"{scripts.Channel}\"", connection))
                {
                    await listen.ExecuteNonQueryAsync(_stop.Token);
                }

                // Commits before LISTEN took effect were not notified.
                committed.Raise();
                while (true)
                {
                    await connection.WaitAsync(_stop.Token);
                }
            }
            catch (Exception e) when (PostgresErrors.IsDriverError(e))
            {
                await Task.Delay(Retry, time, _stop.Token).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            }
            catch (OperationCanceledException) when (_stop.IsCancellationRequested)
            {
                return;
            }
        }
    }
}
