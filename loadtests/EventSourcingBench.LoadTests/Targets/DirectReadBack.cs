using System.Runtime.CompilerServices;
using EventSourcingBench.Abstractions;

namespace EventSourcingBench.LoadTests;

/// <summary>Reads a store back in the generator's own process.</summary>
internal sealed class DirectReadBack(IStore store, IReadModel? readModel) : IReadBack
{
    private IReadModel ReadModel => readModel ?? throw new InvalidOperationException("No projection ran.");

    public async IAsyncEnumerable<StreamEvent> ReadStreamAsync(string stream, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        await foreach (var recorded in store.Events!.ReadStreamAsync(new StreamId(stream), cancellationToken: cancellationToken))
        {
            yield return new StreamEvent(recorded.Id, recorded.Version);
        }
    }

    public async IAsyncEnumerable<DeliveredEvent> ReadAllAsync([EnumeratorCancellation] CancellationToken cancellationToken)
    {
        await foreach (var batch in store.Subscription!.SubscribeAsync(Checkpoint.Start, cancellationToken))
        {
            foreach (var recorded in batch.Events)
            {
                yield return new DeliveredEvent(recorded.Id, recorded.Stream.Value, recorded.Version);
            }

            if (batch.CaughtUp)
            {
                yield break;
            }
        }
    }

    public async IAsyncEnumerable<ReadBackRow> ReadModelRowsAsync([EnumeratorCancellation] CancellationToken cancellationToken)
    {
        await foreach (var row in ReadModel.ReadAllAsync(cancellationToken))
        {
            yield return new ReadBackRow(row.EventId, row.Group, row.Amount);
        }
    }

    public async Task<IReadOnlyDictionary<string, GroupTotal>> ReadTotalsAsync(IReadOnlyCollection<string> groups, CancellationToken cancellationToken)
    {
        var totals = new Dictionary<string, GroupTotal>(StringComparer.Ordinal);
        foreach (var group in groups)
        {
            if (await ReadModel.FindSummaryAsync(group, cancellationToken) is { } summary)
            {
                totals.Add(group, new GroupTotal(summary.Count, summary.Total));
            }
        }

        return totals;
    }
}
