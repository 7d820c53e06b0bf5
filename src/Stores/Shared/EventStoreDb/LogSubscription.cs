namespace EventSourcingBench.Stores.Shared;

/// <summary>Follows $all through the server's filter on the names of the store's streams, or on those of some of them. The client delivers
/// single messages. They are collected while the subscriber is busy, so batches grow with the backlog.</summary>
internal sealed class LogSubscription(
    LogConnection connection, LogNamespace space, int most, StreamSelection? only = null) : ICatchUpSubscription
{
    private const int BatchesAhead = 2;

    public ICatchUpSubscription Only(StreamSelection streams) => new LogSubscription(connection, space, most, streams);

    public async IAsyncEnumerable<EventBatch> SubscribeAsync(
        Checkpoint after, [EnumeratorCancellation] CancellationToken cancellationToken = default)
    {
        var from = LogCheckpoint.Parse(after);
        cancellationToken.ThrowIfCancellationRequested();
        using var ending = connection.Link(cancellationToken);
        var messages = Channel.CreateBounded<StreamMessage?>(
            new BoundedChannelOptions(BatchesAhead * most) { SingleReader = true, SingleWriter = true });
        var pumping = PumpAsync(from, messages.Writer, ending.Token);
        try
        {
            var batches = new LogBatches(messages.Reader, space, most, after);
            while (await connection.GuardAsync(() => messages.Reader.WaitToReadAsync(ending.Token), cancellationToken))
            {
                if (batches.Take() is { } batch)
                    yield return batch;
            }

            throw LogErrors.Ended();
        }
        finally
        {
            await ending.CancelAsync();
            await pumping;
        }
    }

    // Does not throw: the channel passes failures to the reader.
    private async Task PumpAsync(FromAll from, ChannelWriter<StreamMessage?> writer, CancellationToken cancellationToken)
    {
        try
        {
            while (await FollowAsync(from, writer, cancellationToken) is { } last)
            {
                from = last;
                await writer.WriteAsync(LogBatches.FellBehind, cancellationToken);
            }

            writer.Complete();
        }
        catch (Exception e)
        {
            writer.Complete(e);
        }
    }

    // Runs one subscription. The server drops a subscription that does not consume live events in time, for example on a busy
    // machine; the result is the place to continue from. Null if the server ended it otherwise.
    private async Task<FromAll?> FollowAsync(FromAll from, ChannelWriter<StreamMessage?> writer, CancellationToken cancellationToken)
    {
        var filter = new SubscriptionFilterOptions(space.Filter(only));
        await using var subscription = connection.Client.SubscribeToAll(from, filterOptions: filter, cancellationToken: cancellationToken);
        try
        {
            await foreach (var message in subscription.Messages.WithCancellation(cancellationToken))
            {
                await writer.WriteAsync(message, cancellationToken);
                from = message switch
                {
                    StreamMessage.Event { ResolvedEvent: var resolved } => FromAll.After(resolved.OriginalPosition!.Value),
                    StreamMessage.AllStreamCheckpointReached { Position: var reached } => FromAll.After(reached),
                    _ => from,
                };
            }

            return null;
        }
        catch (RpcException e) when (e.StatusCode == StatusCode.Aborted)
        {
            return from;
        }
    }
}

/// <summary>Makes batches of the messages that have arrived. It is caught up while the subscription is live and no message waits.</summary>
internal sealed class LogBatches(ChannelReader<StreamMessage?> messages, LogNamespace space, int most, Checkpoint after)
{
    /// <summary>The pause between two subscriptions of the client.</summary>
    public const StreamMessage? FellBehind = null;

    private Checkpoint _place = after;
    private bool _isLive;
    private bool _isReported;

    /// <summary>The next batch; null if the messages have neither events nor the news that it is caught up.</summary>
    public EventBatch? Take()
    {
        var events = new List<RecordedEvent>();
        while (events.Count < most && messages.TryRead(out var message))
        {
            switch (message)
            {
                case StreamMessage.Event { ResolvedEvent: var resolved }:
                    events.Add(LogEvents.Recorded(resolved.Event, space.StreamOf(resolved.Event.EventStreamId)));
                    _place = LogCheckpoint.At(resolved.OriginalPosition!.Value);
                    break;
                case StreamMessage.AllStreamCheckpointReached { Position: var reached }:
                    _place = LogCheckpoint.At(reached);
                    break;
                case StreamMessage.CaughtUp:
                    _isLive = true;
                    break;
                case StreamMessage.FellBehind or FellBehind:
                    (_isLive, _isReported) = (false, false);
                    break;
            }
        }

        // A message may wait behind the last event of a full batch: then a later batch reports it, be it empty.
        var isCaughtUp = _isLive && messages.Count == 0;
        if (events.Count == 0 && (_isReported || !isCaughtUp))
            return null;

        _isReported = isCaughtUp;
        return new EventBatch(events, _place, isCaughtUp);
    }
}
