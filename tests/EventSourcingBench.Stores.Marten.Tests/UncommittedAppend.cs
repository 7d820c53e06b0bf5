namespace EventSourcingBench.Stores.Marten.Tests;

/// <summary>A transaction that has inserted events as Marten does, and is still open.</summary>
public static class UncommittedAppend
{
    /// <summary>Those of Marten's table of events that an insert fills.</summary>
    internal const string Columns = "seq_id, id, stream_id, version, data, type, tenant_id, timestamp, mt_dotnet_type, is_archived";

    internal const string DotNetType = "EventSourcingBench.Stores.Marten.StoredEvent, EventSourcingBench.Stores.Marten";

    public static async Task<OpenTransaction> BeginAsync(
        StoreContext context, StreamId stream, IReadOnlyList<EventData> events, CancellationToken cancellationToken)
    {
        var open = await OpenTransaction.BeginAsync(context, cancellationToken);
        await open.ExecuteAsync(
            $"INSERT INTO \"{context.Namespace}\".mt_streams (id, version, tenant_id) VALUES ($1, $2, '*DEFAULT*')",
            [stream.Value, (long)events.Count],
            cancellationToken);
        const string stored = "jsonb_build_object('type', $4::text, 'data', $5::jsonb), 'stored_event', '*DEFAULT*', now()";
        for (var i = 0; i < events.Count; i++)
        {
            await open.ExecuteAsync(
                $$"""
                INSERT INTO "{{context.Namespace}}".mt_events ({{Columns}})
                VALUES (nextval('"{{context.Namespace}}".mt_events_sequence'), $1, $2, $3, {{stored}}, $6, false)
                """,
                [events[i].Id, stream.Value, i + 1L, events[i].Type, Encoding.UTF8.GetString(events[i].Data.Span), DotNetType],
                cancellationToken);
        }

        return open;
    }
}
