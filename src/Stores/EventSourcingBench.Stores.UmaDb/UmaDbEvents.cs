using System.Runtime.CompilerServices;
using EventSourcingBench.Abstractions;
using EventSourcingBench.Stores.UmaDb.Wire;

namespace EventSourcingBench.Stores.UmaDb;

/// <summary>The contract over UmaDB's calls: one call for each operation.</summary>
internal sealed class UmaDbEvents(UmaDbCalls calls, Uri address, LogWindow window) : IDcbEventStore, IDisposable
{
    // What the server takes at most; without a word it is 1024.
    private const int MostInAnAnswer = 4096;

    private readonly CancellationTokenSource _closed = new();

    public async ValueTask<DcbReadResult> ReadAsync(
        DcbQuery query, long after = 0, int limit = int.MaxValue, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(query);
        ThrowIfClosed();
        var request = new ReadRequest { Query = WireEvents.ToWire(query), Start = window.ToLog(after) + 1 };
        if (limit < MostInAnAnswer)
        {
            // Not the limit of the call: with that the answer's head would not be the log's.
            request.BatchSize = (uint)Math.Max(limit, 1);
        }

        var events = new List<DcbRecordedEvent>();
        try
        {
            using var call = await calls.ReadAsync(request, cancellationToken);
            ulong head = 0;
            while (await call.MoveNextAsync())
            {
                head = call.Current.Head;
                foreach (var recorded in call.Current.Events)
                {
                    if (events.Count < limit)
                    {
                        events.Add(WireEvents.FromWire(recorded, window));
                    }
                }

                if (events.Count >= limit)
                {
                    return new DcbReadResult(events, window.ToStore(head));
                }
            }

            return call.Status.IsOk
                ? new DcbReadResult(events, window.ToStore(head))
                : throw new GrpcException(call.Status, mayHaveArrived: true);
        }
        catch (GrpcException e)
        {
            throw UmaDbErrors.Reading(e, address);
        }
    }

    public async IAsyncEnumerable<DcbRecordedEvent> SubscribeAsync(
        DcbQuery query, long after = 0, [EnumeratorCancellation] CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(query);
        ThrowIfClosed();
        using var ended = CancellationTokenSource.CreateLinkedTokenSource(_closed.Token, cancellationToken);
        var request = new SubscribeRequest { Query = WireEvents.ToWire(query), After = window.ToLog(after) };
        using var call = await GuardedAsync(calls.SubscribeAsync(request, ended.Token), cancellationToken);
        while (await GuardedAsync(call.MoveNextAsync(), cancellationToken))
        {
            foreach (var recorded in call.Current.Events)
            {
                cancellationToken.ThrowIfCancellationRequested();
                yield return WireEvents.FromWire(recorded, window);
            }
        }

        throw UmaDbErrors.Reading(
            new GrpcException(call.Status.IsOk ? new GrpcStatus(GrpcStatusCode.Unavailable, "The server ended the subscription.") : call.Status, mayHaveArrived: true),
            address);
    }

    public async ValueTask<DcbAppendResult> AppendAsync(
        IReadOnlyList<DcbEvent> events, DcbAppendCondition? condition, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(events);
        if (events.Count == 0)
        {
            throw new ArgumentException("There is no event to append.", nameof(events));
        }

        ThrowIfClosed();
        GrpcReply<AppendResponse> reply;
        try
        {
            reply = await calls.AppendAsync(WireEvents.ToWire(events, condition, window), cancellationToken);
        }
        catch (GrpcException e)
        {
            throw UmaDbErrors.Appending(e, address);
        }

        // A failed condition is the one thing that UmaDB answers with this code.
        return reply.Message is { } appended ? new DcbAppendResult(window.ToStore(appended.Position))
            : reply.Status.Code == GrpcStatusCode.FailedPrecondition ? new DcbAppendResult(null)
            : throw UmaDbErrors.Refused(reply.Status, address);
    }

    /// <summary>Ends the subscriptions.</summary>
    public void Dispose() => _closed.Cancel();

    private void ThrowIfClosed()
    {
        if (_closed.IsCancellationRequested)
        {
            throw UmaDbErrors.Closed();
        }
    }

    private async ValueTask<T> GuardedAsync<T>(ValueTask<T> waiting, CancellationToken cancellationToken)
    {
        try
        {
            return await waiting;
        }
        catch (GrpcException e)
        {
            throw _closed.IsCancellationRequested ? UmaDbErrors.Closed() : UmaDbErrors.Reading(e, address);
        }
        catch (OperationCanceledException)
        {
            // The call knows only the token that was made of both.
            cancellationToken.ThrowIfCancellationRequested();
            throw UmaDbErrors.Closed();
        }
    }
}
