namespace EventSourcingBench.Stores.UmaDb;

internal sealed class UmaDbEvents(UmaDbChannel channel, LogWindow window) : IDcbEventStore, IDisposable
{
    // The server's maximum; its default is 1024.
    private const int MaxBatch = 4096;

    private readonly DCB.DCBClient _client = channel.Client;
    private readonly CancellationTokenSource _closed = new();

    public async ValueTask<DcbReadResult> ReadAsync(
        DcbQuery query, long after = 0, int limit = int.MaxValue, CancellationToken cancellationToken = default)
    {
        ThrowIfClosed();
        var request = new ReadRequest { Query = WireEvents.ToWire(query), Start = window.ToLog(after) + 1 };
        // The request's limit is not used: with it, the head of the answer would not be the log's.
        if (limit < MaxBatch)
            request.BatchSize = (uint)Math.Max(limit, 1);

        var events = new List<DcbRecordedEvent>();
        ulong head = 0;
        using var call = _client.Read(request, cancellationToken: cancellationToken);
        while (await NextAsync(call.ResponseStream, cancellationToken))
        {
            head = call.ResponseStream.Current.Head;
            var found = call.ResponseStream.Current.Events;
            events.AddRange(found.Take(limit - events.Count).Select(recorded => WireEvents.FromWire(recorded, window)));
            if (events.Count >= limit)
                break;
        }

        return new DcbReadResult(events, window.ToStore(head));
    }

    public async IAsyncEnumerable<DcbRecordedEvent> SubscribeAsync(
        DcbQuery query, long after = 0, [EnumeratorCancellation] CancellationToken cancellationToken = default)
    {
        ThrowIfClosed();
        using var ended = CancellationTokenSource.CreateLinkedTokenSource(_closed.Token, cancellationToken);
        var request = new SubscribeRequest { Query = WireEvents.ToWire(query), After = window.ToLog(after) };
        using var call = _client.Subscribe(request, cancellationToken: ended.Token);
        while (await NextAsync(call.ResponseStream, cancellationToken))
        {
            foreach (var recorded in call.ResponseStream.Current.Events)
            {
                cancellationToken.ThrowIfCancellationRequested();
                yield return WireEvents.FromWire(recorded, window);
            }
        }

        throw UmaDbErrors.Reading(new RpcException(new(StatusCode.Unavailable, "The server ended the subscription.")), channel.Address);
    }

    public async ValueTask<DcbAppendResult> AppendAsync(
        IReadOnlyList<DcbEvent> events, DcbAppendCondition? condition, CancellationToken cancellationToken = default)
    {
        if (events.Count == 0)
            throw new ArgumentException("There is no event to append.", nameof(events));

        ThrowIfClosed();
        try
        {
            var request = WireEvents.ToWire(events, condition, window);
            var appended = await _client.AppendAsync(request, cancellationToken: cancellationToken);
            return new DcbAppendResult(window.ToStore(appended.Position));
        }
        catch (RpcException e) when (e.StatusCode == StatusCode.FailedPrecondition)
        {
            // UmaDB uses this code for failed conditions only.
            return new DcbAppendResult(null);
        }
        catch (RpcException e)
        {
            cancellationToken.ThrowIfCancellationRequested();
            throw UmaDbErrors.Appending(e, channel.Address);
        }
    }

    public void Dispose() => _closed.Cancel();

    private void ThrowIfClosed()
    {
        if (_closed.IsCancellationRequested)
            throw UmaDbErrors.Closed();
    }

    private async ValueTask<bool> NextAsync<T>(IAsyncStreamReader<T> answers, CancellationToken cancellationToken)
    {
        try
        {
            return await answers.MoveNext(CancellationToken.None);
        }
        catch (RpcException e)
        {
            cancellationToken.ThrowIfCancellationRequested();
            ThrowIfClosed();
            throw UmaDbErrors.Reading(e, channel.Address);
        }
    }
}
