using System.Threading.Channels;

namespace EventSourcingBench.Stores.Etcd.Writing;

/// <summary>
/// The single writer of this process. It sends all waiting requests as one transaction, which succeeds only if no other process has
/// committed since the last known commit. Otherwise the answer contains the other commits, and the writer retries with them.
/// </summary>
internal sealed class CommitWriter : IAsyncDisposable
{
    private const int MostWaiting = 4096;

    // The server's default limits are 128 operations and 1.5 MiB. A single append may need more.
    private const int MostStreamsTogether = 100;
    private const int MostBytesTogether = 512 << 10;
    private const int CommitsAtOnce = 50;
    private static readonly TimeSpan CloseLimit = TimeSpan.FromSeconds(2);

    private readonly Channel<WriteRequest> _queue = Channel.CreateBounded<WriteRequest>(
        new BoundedChannelOptions(MostWaiting) { SingleReader = true });

    private readonly EtcdClient _client;
    private readonly KeySpace _keys;
    private readonly TimeProvider _time;
    private readonly bool _together;
    private readonly LogState _state = new();
    private readonly Task _running;
    private volatile bool _closing;
    private bool _isLoaded;

    private KeyRange NextCommits => _keys.CommitsFrom(_state.Head + 1, CommitsAtOnce);

    public CommitWriter(EtcdClient client, KeySpace keys, bool together, TimeProvider time)
    {
        (_client, _keys, _together, _time) = (client, keys, together, time);
        _running = Task.Run(RunAsync);
    }

    /// <summary>Queues the request, which waits while the queue is full, and waits for the result.</summary>
    /// <exception cref="StoreUnavailableException">The store was closed.</exception>
    public async Task<AppendResult> AppendAsync(WriteRequest request, CancellationToken cancellationToken)
    {
        try
        {
            await _queue.Writer.WriteAsync(request, cancellationToken);
        }
        catch (ChannelClosedException e)
        {
            throw new StoreUnavailableException(EtcdErrors.Closed().Message, e);
        }

        return await request.Answer.WaitAsync(cancellationToken);
    }

    /// <summary>Waits for the current transaction, up to a limit, and refuses queued requests.</summary>
    public async ValueTask DisposeAsync()
    {
        _closing = true;
        _queue.Writer.TryComplete();
        if (await Task.WhenAny(_running, Task.Delay(CloseLimit, _time)) != _running)
            await _client.CloseAsync();

        await _running;
    }

    private async Task RunAsync()
    {
        var waiting = new List<WriteRequest>();
        while (waiting.Count > 0 || await _queue.Reader.WaitToReadAsync())
        {
            while (waiting.Count < MostWaiting && _queue.Reader.TryRead(out var request))
                waiting.Add(request);

            var round = new WriteRound(_state, waiting, _together ? MostStreamsTogether : 0, MostBytesTogether);
            try
            {
                await TryAsync(round);
            }
            catch (Exception e)
            {
                // Report any failure to the waiting callers.
                round.Fail(e);
            }

            waiting = round.Left;
        }
    }

    private async Task TryAsync(WriteRound round)
    {
        if (_closing)
            throw new StoreUnavailableException("The store was closed before this was written. Open it again to go on.");

        if (!_isLoaded)
        {
            await ApplyAsync(new EtcdRange(More: true));
            _isLoaded = true;
        }

        round.Plan();
        if (!round.HasWork)
            return;

        var (commit, parts) = round.Commit.Build(_keys, _time.GetUtcNow());
        var key = _keys.Commit(_state.Head + 1);
        IEnumerable<(byte[] Key, ReadOnlyMemory<byte> Value)> puts = round.Commit.IsEmpty ? [] : [(key, commit.ToValue()), .. parts];
        if (await SendAsync(EtcdRequest.PutIfAbsent(key, puts, NextCommits), parts.Count + 1) is not { } others)
        {
            if (!round.Commit.IsEmpty)
                _state.Apply(commit);

            round.Succeeded();
        }
        else
        {
            round.Lost();
            await ApplyAsync(others);
        }
    }

    /// <summary>Returns null if the transaction was carried out; otherwise the next commits of others.</summary>
    private async Task<EtcdRange?> SendAsync(EtcdRequest<EtcdTransaction> request, int operations)
    {
        try
        {
            var answer = await _client.CallAsync(request, CancellationToken.None);
            return answer.Succeeded ? null : answer.Responses!.Single().ResponseRange;
        }
        catch (EtcdException e)
        {
            var (isFull, committed) = e.Code == EtcdCode.ResourceExhausted ? await LookAsync(e) : default;
            return committed is { Found.Count: > 0 }
                ? committed
                : throw EtcdErrors.Appending(e, _client.Nodes, operations, request.Body.Length, isFull);
        }
    }

    // The server checks its quota before a transaction and may also report it full afterwards. The log shows the outcome.
    private async Task<(bool IsFull, EtcdRange? Committed)> LookAsync(EtcdException refusal)
    {
        try
        {
            return (await _client.ReadAsync(EtcdRequest.Alarms, CancellationToken.None)).Alarms is null
                ? (false, null)
                : (true, await ReadNextAsync());
        }
        catch (StoreUnavailableException e)
        {
            throw EtcdErrors.Unknown(refusal, _client.Nodes, e);
        }
    }

    private Task<EtcdRange> ReadNextAsync() =>
        _client.ReadAsync(EtcdRequest.Range(NextCommits), CancellationToken.None);

    private async Task ApplyAsync(EtcdRange page)
    {
        while (true)
        {
            foreach (var pair in page.Found)
                _state.Apply(Layout.Commit.Read(pair));

            if (!page.More)
                return;

            page = await ReadNextAsync();
        }
    }
}
