using System.Runtime.CompilerServices;
using EventSourcingBench.Abstractions;
using EventSourcingBench.Checking.ReadBack;
using EventSourcingBench.Measurement.Histories;

namespace EventSourcingBench.LoadTests;

/// <summary>The read model of a projection that runs in this process.</summary>
internal sealed class DirectReadModel(IRunningProjection projection) : IReadModelReader, IAsyncDisposable
{
    public async Task<long> CountRowsAsync(CancellationToken cancellationToken)
    {
        if (projection.Completion.IsFaulted)
        {
            await projection.Completion;
        }

        return (await projection.GetStatusAsync(cancellationToken)).Rows;
    }

    public async IAsyncEnumerable<FoundRow> ReadRowsAsync([EnumeratorCancellation] CancellationToken cancellationToken)
    {
        await foreach (var row in projection.ReadModel.ReadAllAsync(cancellationToken))
        {
            yield return new FoundRow(row.EventId, row.Group, row.Amount, ContentHash.OfDocument(row.Document.Span));
        }
    }

    public async Task<GroupTotal> ReadTotalAsync(string group, CancellationToken cancellationToken) =>
        await projection.ReadModel.FindSummaryAsync(group, cancellationToken) is { } summary ? new GroupTotal(summary.Count, summary.Total) : default;

    public ValueTask DisposeAsync() => projection.DisposeAsync();
}
