using System.Threading.Channels;

namespace EventSourcingBench.Stores.Etcd.Writing;

/// <summary>The single writer of this process. It sends all waiting requests as one transaction, which succeeds only if no other process
/// has committed since the last known commit. Otherwise the answer contains the other commits, and the writer retries with them.</summary>
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
    private readonly int _mostStreams;
    private readonly LogState _state = new();
    private readonly Task _running;
    private volatile bool _closing;
    private bool _isLoaded;

    public CommitWriter(EtcdClient client, KeySpace keys, bool together, TimeProvider time)
    {
        (_client, _keys, _time, _mostStreams) = (client, keys, time, together ? MostStreamsTogether : 0);
        _running = Task.Run(RunAsync);
    }

    private RangeRequest NextCommits => _keys.CommitsFrom(_state.Head + 1, CommitsAtOnce);

    /// <summary>Queues the request, which waits while the queue is full, and waits for the result.</summary>
    public async Task<AppendResult> AppendAsync(WriteRequest request, CancellationToken cancellationToken)
    {
        try
        {
            await _queue.Writer.WriteAsync(request, cancellationToken);
        }
        catch (ChannelClosedException e)
        {
            throw StoreClosing.Error(e);
        }

        return await request.Answer.WaitAsync(cancellationToken);
    }

    /// <summary>Waits for the current transaction, up to a limit, and refuses queued requests.</summary>
    public async ValueTask DisposeAsync()
    {
        _closing = true;
        _queue.Writer.TryComplete();
        if (await Task.WhenAny(_running, Task.Delay(CloseLimit, _time)) != _running)
            await _client.Closing.CloseAsync();

        await _running;
    }

    private async Task RunAsync()
    {
        var waiting = new List<WriteRequest>();
        while (waiting.Count > 0 || await _queue.Reader.WaitToReadAsync())
        {
            while (waiting.Count < MostWaiting && _queue.Reader.TryRead(out var request))
                waiting.Add(request);

            var sent = waiting;
            try
            {
                await PrepareAsync();
                var commit = new CommitBuilder(_state);
                sent = Choose(waiting, commit);
                sent.ForEach(r => r.Times?.Enter(RequestPart.Store));
                var isCommitted = sent.Count > 0 && await TrySendAsync(commit);
                sent.ForEach(r => r.Times?.Enter(isCommitted ? RequestPart.Adapter : RequestPart.Wait));
                if (isCommitted)
                    sent.ForEach(r => r.Succeeded(_state));
            }
            catch (Exception e)
            {
                // Report any failure to the waiting callers.
                sent.ForEach(r => r.Fail(e));
            }

            waiting.RemoveAll(r => r.Answer.IsCompleted);
        }
    }

    private async Task PrepareAsync()
    {
        if (_closing)
            throw new StoreUnavailableException("The store was closed before this was written. Open it again to go on.");

        if (!_isLoaded)
            await ApplyAsync(new RangeResponse { More = true });

        _isLoaded = true;
    }

    // Completes requests whose events already exist, and chooses those that fit one transaction.
    private List<WriteRequest> Choose(List<WriteRequest> waiting, CommitBuilder commit)
    {
        var chosen = new List<WriteRequest>();
        foreach (var request in waiting)
        {
            // What is too large to share is sent alone, also without noted conflicts.
            if (chosen.Count > 0 && !request.Fits(commit, _mostStreams, MostBytesTogether))
                break;

            // A request with events of an earlier one waits: the outcome of the first decides.
            if (request.TryAnswer(_state) || request.IsPartlyIn(commit))
                continue;

            request.AddTo(commit);
            chosen.Add(request);
        }

        return chosen;
    }

    // False if another process had committed: nothing was carried out, and its commits are applied.
    private async Task<bool> TrySendAsync(CommitBuilder builder)
    {
        var (commit, parts) = builder.Build(_keys, _time.GetUtcNow());
        var key = _keys.Commit(commit.FirstPosition);
        IEnumerable<PutRequest> puts = builder.IsEmpty ? [] : [new() { Key = key, Value = commit.ToValue() }, .. parts];
        if (await SendAsync(EtcdRequest.PutIfAbsent(key, puts, NextCommits), parts.Count + 1) is { } others)
        {
            try
            {
                await ApplyAsync(others);
            }
            catch (StoreUnavailableException e)
            {
                // The client may have sent it twice: then it is perhaps among those that could not be read.
                throw new OutcomeUnknownException(e.Message, e);
            }

            return false;
        }

        if (!builder.IsEmpty)
            _state.Apply(commit);

        return true;
    }

    /// <summary>Returns null if the transaction was carried out; otherwise the next commits of others.</summary>
    private async Task<RangeResponse?> SendAsync(EtcdRequest<TxnResponse> request, int operations)
    {
        try
        {
            var answer = await _client.CallAsync(request, CancellationToken.None);
            return answer.Succeeded ? null : answer.Responses.Single().ResponseRange;
        }
        catch (EtcdException e)
        {
            var (isFull, committed) = e.Code == StatusCode.ResourceExhausted ? await LookAsync(e) : default;
            return committed is { Kvs.Count: > 0 }
                ? committed
                : throw EtcdErrors.Appending(e, _client.Nodes, operations, request.Bytes, isFull);
        }
    }

    // The server checks its quota before a transaction and may also report it full afterwards. The log shows the outcome.
    private async Task<(bool IsFull, RangeResponse? Committed)> LookAsync(EtcdException refusal)
    {
        try
        {
            var isFull = (await _client.ReadAsync(EtcdRequest.Alarms, CancellationToken.None)).Alarms.Count > 0;
            return (isFull, isFull ? await ReadNextAsync() : null);
        }
        catch (StoreUnavailableException e)
        {
            throw EtcdErrors.Unknown(refusal, _client.Nodes, e);
        }
    }

    private Task<RangeResponse> ReadNextAsync() => _client.ReadAsync(EtcdRequest.Range(NextCommits), CancellationToken.None);

    private async Task ApplyAsync(RangeResponse page)
    {
        for (; ; page = await ReadNextAsync())
        {
            foreach (var pair in page.Kvs)
                _state.Apply(Commit.Read(pair));

            if (!page.More)
                return;
        }
    }
}
