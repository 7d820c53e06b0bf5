using System.Runtime.CompilerServices;
using Npgsql;

namespace EventSourcingBench.Stores.PostgreSql.Dcb;

/// <summary>
/// The store's reads and appends. They share the round trips and commits of a lane; long reads and those of subscriptions use
/// pooled connections.
/// </summary>
internal sealed class DcbLog(PostgresParts parts, DcbDialect dialect, Lane<DcbWork>[] lanes, TimeSpan pollInterval) : IDcbEventStore
{
    /// <summary>The maximum number of events of one read on the lane, where other callers wait, and of a subscription's page.</summary>
    private const int Short = 1_000;

    public async ValueTask<DcbReadResult> ReadAsync(
        DcbQuery query, long after = 0, int limit = int.MaxValue, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(query);
        ArgumentOutOfRangeException.ThrowIfNegative(limit);
        cancellationToken.ThrowIfCancellationRequested();
        var normal = Normal(query);
        if (!normal.HasTagsEach())
        {
            return await ReadPooledAsync(normal, after, limit, cancellationToken);
        }

        var work = new PendingRead(normal, after, Math.Min(limit, Short));
        Idlest().Enqueue(work);
        var read = await Answered(work.Answer, cancellationToken);
        if (read.Events.Count < Short || limit == Short)
        {
            return read;
        }

        // No event can have appeared before the events that were read: the rest comes after them.
        var rest = await ReadPooledAsync(normal, read.Events[^1].Position, limit - Short, cancellationToken);
        return rest with { Events = [.. read.Events, .. rest.Events] };
    }

    // Positions are committed in order, so no event appears at or before a position, or a head, that was read.
    public async IAsyncEnumerable<DcbRecordedEvent> SubscribeAsync(
        DcbQuery query, long after = 0, [EnumeratorCancellation] CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(query);
        var (normal, committed) = (Normal(query), parts.Notifications.Committed);

        // Only a live subscription needs notifications from other processes.
        parts.Notifications.Listen();
        using var either = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken, parts.Closing);
        while (true)
        {
            // Taken before the query: a commit in between is either seen by the query or ends the wait at once.
            var seen = committed.Seen;
            var read = await UntilClosedAsync(ReadPooledAsync(normal, after, Short, either.Token));
            foreach (var found in read.Events)
            {
                yield return found;
                after = found.Position;
            }

            if (read.Events.Count < Short)
            {
                after = Math.Max(after, read.Head);
                await UntilClosedAsync(committed.WaitAsync(seen, pollInterval, parts.Context.Time, either.Token));
            }
        }

        ValueTask<T> UntilClosedAsync<T>(ValueTask<T> step) =>
            PostgresErrors.UntilClosedAsync(step.AsTask(), parts.Closing, cancellationToken);
    }

    public ValueTask<DcbAppendResult> AppendAsync(
        IReadOnlyList<DcbEvent> events, DcbAppendCondition? condition, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(events);
        AppendRules.RequireDistinct([.. events.Select(e => e.Event)]);
        RequireDistinctTags(events);
        cancellationToken.ThrowIfCancellationRequested();
        var work = new PendingDcbAppend(
            events, condition is null ? null : condition with { FailIfMatches = Normal(condition.FailIfMatches) });
        Idlest().Enqueue(work);
        return new ValueTask<DcbAppendResult>(Answered(work.Answer, cancellationToken));
    }

    private Lane<DcbWork> Idlest()
    {
        var idlest = lanes[0];
        for (var i = 1; i < lanes.Length && idlest.Load > 0; i++)
        {
            if (lanes[i].Load < idlest.Load)
            {
                idlest = lanes[i];
            }
        }

        return idlest;
    }

    private static Task<T> Answered<T>(Task<T> answer, CancellationToken cancellationToken) =>
        answer.IsCompleted || !cancellationToken.CanBeCanceled ? answer : answer.WaitAsync(cancellationToken);

    private static void RequireDistinctTags(IReadOnlyList<DcbEvent> events)
    {
        foreach (var tags in events.Select(e => e.Tags).Where(t => t.Count > 1))
        {
            if (tags.Distinct(StringComparer.Ordinal).Count() != tags.Count)
            {
                throw new ArgumentException($"An event has a tag twice: {string.Join(", ", tags)}.", nameof(events));
            }
        }
    }

    // An item that matches any event makes the query match all.
    private static DcbQuery Normal(DcbQuery query)
    {
        foreach (var item in query.Items)
        {
            if (item.Types.Count == 0 && item.Tags.Count == 0)
            {
                return DcbQuery.All;
            }
        }

        return query;
    }

    private async ValueTask<DcbReadResult> ReadPooledAsync(DcbQuery query, long after, int limit, CancellationToken cancellationToken)
    {
        var database = parts.Database;
        try
        {
            await using var connection = await database.Pool.OpenConnectionAsync(cancellationToken);
            await using var command = connection.CreateCommand();
            Ask(command, query, after, limit);
            await command.PrepareAsync(cancellationToken);
            await using var reader = await command.ExecuteReaderAsync(cancellationToken);
            var events = new List<DcbRecordedEvent>();
            var head = 0L;
            while (await reader.ReadAsync(cancellationToken))
            {
                head = DcbReply.Head(reader);
                if (DcbReply.Event(reader) is { } recorded)
                {
                    events.Add(recorded);
                }
            }

            return new DcbReadResult(events, head);
        }
        catch (Exception e) when (PostgresErrors.IsDriverError(e))
        {
            throw database.Errors.Unavailable(e);
        }
    }

    private void Ask(NpgsqlCommand command, DcbQuery query, long after, int limit)
    {
        if (query.Items.Count > 0)
        {
            PendingRead[] only = [new PendingRead(query, after, limit)];
            var statement = dialect.Reading(only);
            command.CommandText = parts.Database.Scripts.Get(statement.Script);
            statement.Fill(statement.Declare(command.Parameters), only);
            return;
        }

        command.CommandText = parts.Database.Scripts.Get("312_dcb_read_all");
        command.Parameters.Add(new NpgsqlParameter<long> { TypedValue = after });
        command.Parameters.Add(new NpgsqlParameter<long> { TypedValue = limit });
    }
}
