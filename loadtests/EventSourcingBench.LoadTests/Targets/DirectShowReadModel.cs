using System.Runtime.CompilerServices;
using EventSourcingBench.Abstractions;

namespace EventSourcingBench.LoadTests;

/// <summary>The read model of shows of a store in the generator's own process.</summary>
internal sealed class DirectShowReadModel(IRunningProjection projection) : IShowReadModel, IAsyncDisposable
{
    public async Task<long> CountRowsAsync(CancellationToken cancellationToken)
    {
        if (projection.Completion.IsFaulted)
        {
            await projection.Completion;
        }

        return (await projection.GetStatusAsync(cancellationToken)).Rows;
    }

    public async IAsyncEnumerable<ReadBackRow> ReadRowsAsync([EnumeratorCancellation] CancellationToken cancellationToken)
    {
        await foreach (var row in projection.ReadModel.ReadAllAsync(cancellationToken))
        {
            yield return new ReadBackRow(row.EventId, row.Group, row.Amount);
        }
    }

    public async Task<GroupTotal> ReadTotalAsync(string show, CancellationToken cancellationToken) =>
        await projection.ReadModel.FindSummaryAsync(show, cancellationToken) is { } summary ? new GroupTotal(summary.Count, summary.Total) : default;

    public ValueTask DisposeAsync() => projection.DisposeAsync();
}
