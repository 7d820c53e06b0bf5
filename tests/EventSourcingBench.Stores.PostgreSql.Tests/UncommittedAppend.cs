namespace EventSourcingBench.Stores.PostgreSql.Tests;

/// <summary>A transaction that has inserted events and is still open.</summary>
public static class UncommittedAppend
{
    public static async Task<OpenTransaction> BeginAsync(
        StoreContext context, StreamId stream, IReadOnlyList<EventData> events, CancellationToken cancellationToken)
    {
        var open = await OpenTransaction.BeginAsync(context, cancellationToken);
        for (var i = 0; i < events.Count; i++)
        {
            await open.ExecuteAsync(
                $"INSERT INTO \"{context.Namespace}\".events (stream, version, event_id, type, data) VALUES ($1, $2, $3, $4, $5::json)",
                [stream.Value, i + 1L, events[i].Id, events[i].Type, Encoding.UTF8.GetString(events[i].Data.Span)],
                cancellationToken);
        }

        return open;
    }
}
