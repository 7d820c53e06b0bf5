namespace EventSourcingBench.Stores.Etcd.Reading;

/// <summary>Reads the log by ranges up to a revision, then watches from the next revision on. Positions have no gaps, so a missing event is
/// detected. When a watch ends, the ranges continue after the last event.</summary>
internal sealed class EtcdSubscription(EtcdClient client, KeySpace keys) : ICatchUpSubscription
{
    // A node that is cut off from the others stays silent. Ranges need a majority and detect this.
    private static readonly TimeSpan LongestSilence = TimeSpan.FromSeconds(5);

    public async IAsyncEnumerable<EventBatch> SubscribeAsync(
        Checkpoint after, [EnumeratorCancellation] CancellationToken cancellationToken = default)
    {
        var last = PositionCheckpoint.Parse(after);
        cancellationToken.ThrowIfCancellationRequested();
        using var ending = client.Link(cancellationToken);
        var pages = new CommitPages(client, keys);
        var wasCaughtUp = false;
        while (true)
        {
            var node = client.Nodes.Current;
            var (commits, more, revision) = await pages.ReadAsync(last + 1, cancellationToken);
            if (commits.Count > 0 && commits[0].FirstPosition != last + 1)
                throw new FormatException($"'{after}' is not a checkpoint of this store: no append ended with this position.");

            await foreach (var (events, isLast) in pages.ReadEventsAsync(commits, cancellationToken))
            {
                last = events[^1].Position!.Value;
                wasCaughtUp = isLast && !more;
                yield return new EventBatch(events, PositionCheckpoint.At(last), wasCaughtUp);
            }

            if (more)
                continue;

            if (!wasCaughtUp)
            {
                wasCaughtUp = true;
                yield return new EventBatch([], PositionCheckpoint.At(last), CaughtUp: true);
            }

            using var watch = await UnlessSilentAsync(
                token => PartWatch.BeginAsync(client, node, keys, revision + 1, token), ending.Token, cancellationToken);
            // Skip a node that cannot be watched. The next range fails if no other node answers.
            if (watch is null)
                client.Nodes.Leave(node);

            while (watch is not null && await UnlessSilentAsync(watch.NextAsync, ending.Token, cancellationToken) is { } parts)
            {
                if (parts.Count == 0)
                    continue;

                if (parts[0].FirstPosition != last + 1 || parts[^1].LastPosition != last + parts.Sum(p => p.Events.Count))
                    break;

                last = parts[^1].LastPosition;
                wasCaughtUp = !watch.HasMore;
                yield return new EventBatch([.. parts.SelectMany(p => p.Events)], PositionCheckpoint.At(last), wasCaughtUp);
            }
        }
    }

    // Null if the node stayed silent or could not be reached.
    private async ValueTask<T?> UnlessSilentAsync<T>(
        Func<CancellationToken, Task<T?>> ask, CancellationToken ending, CancellationToken cancellationToken)
        where T : class
    {
        using var silence = CancellationTokenSource.CreateLinkedTokenSource(ending);
        silence.CancelAfter(LongestSilence);
        try
        {
            return await ask(silence.Token);
        }
        catch (EtcdException e) when (e.Code is not null)
        {
            throw EtcdErrors.Reading(e, client.Nodes);
        }
        catch (Exception e) when (e is EtcdException or HttpRequestException or IOException or OperationCanceledException)
        {
            cancellationToken.ThrowIfCancellationRequested();
            return ending.IsCancellationRequested ? throw EtcdErrors.Closed() : null;
        }
    }
}
