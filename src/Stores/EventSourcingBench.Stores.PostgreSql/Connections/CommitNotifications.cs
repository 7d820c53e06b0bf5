namespace EventSourcingBench.Stores.PostgreSql.Connections;

/// <summary>Notifies other processes of commits (NOTIFY) and learns of theirs (LISTEN). While a connection is broken, only polling finds
/// new events. A notification is sent after the commit and for many at a time: inside the appending transaction NOTIFY takes a lock that
/// lets only one transaction of the whole server commit at a time.</summary>
internal sealed class CommitNotifications : IAsyncDisposable
{
    private static readonly TimeSpan ListenAgain = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan LongestWait = TimeSpan.FromSeconds(1);

    // A process ignores its own notifications.
    private readonly string _ownName = Guid.CreateVersion7().ToString("N");
    private readonly CancellationTokenSource _stop = new();
    private readonly Pulse _own = new();
    private readonly PostgresDatabase _database;
    private readonly TimeProvider _time;
    private readonly Task _running;

    /// <param name="atMostEvery">The minimum time between two notifications. The first one after a pause is sent at once.</param>
    public CommitNotifications(PostgresDatabase database, TimeSpan atMostEvery, TimeProvider time)
    {
        (_database, _time) = (database, time);
        _running = Task.WhenAll(RunAsync(() => NotifyAsync(atMostEvery), atMostEvery), RunAsync(ListenAsync, ListenAgain));
    }

    /// <summary>Raised by the commits of all processes.</summary>
    public Pulse Committed { get; } = new();

    public void Raise()
    {
        Committed.Raise();
        _own.Raise();
    }

    public async ValueTask DisposeAsync()
    {
        await _stop.CancelAsync();
        await _running;
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
            catch (Exception e) when (e is StoreUnavailableException || PostgresErrors.IsDriverError(e) || _stop.IsCancellationRequested)
            {
                await Task.Delay(retry, _time, _stop.Token).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            }
        }
    }

    private async Task ListenAsync()
    {
        await using var connection = await _database.Pool.OpenConnectionAsync(_stop.Token);
        connection.Notification += (_, n) =>
        {
            if (n.Payload != _ownName)
                Committed.Raise();
        };
        await using (var listen = new NpgsqlCommand($"LISTEN \"{_database.Scripts.Channel}\"", connection))
            await listen.ExecuteNonQueryAsync(_stop.Token);

        // Commits before LISTEN took effect were not notified.
        Committed.Raise();

        // In parts: the driver can miss a cancellation that comes while a wait begins.
        while (true)
            await connection.WaitAsync(LongestWait, _stop.Token);
    }

    private async Task NotifyAsync(TimeSpan atMostEvery)
    {
        for (var notified = 0L; ; await Task.Delay(atMostEvery, _time, _stop.Token))
        {
            await _own.WaitAsync(notified, Timeout.InfiniteTimeSpan, _time, _stop.Token);
            notified = _own.Seen;
            await _database.Query("131_notify", r => r.GetString(0), _database.Scripts.Channel, _ownName).FirstOrDefaultAsync(_stop.Token);
        }
    }
}
