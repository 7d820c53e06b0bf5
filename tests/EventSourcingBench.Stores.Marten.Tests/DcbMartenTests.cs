using JasperFx;
using JasperFx.Events;
using JasperFx.Events.Tags;
using Marten;

namespace EventSourcingBench.Stores.Marten.Tests;

/// <summary>What the store adds to Marten's DCB, and that it is Marten's.</summary>
public sealed class DcbMartenTests() : MartenTest("dcb-marten")
{
    [Fact]
    public async Task Marten_itself_finds_the_events_by_their_tags_and_types()
    {
        var store = await OpenAsync();
        var appended = DcbSample.Event("Joined", "course:1", "student:1");
        var position = (await store.Dcb!.AppendAsync([appended], condition: null, Limit)).Position;

        using var marten = DocumentStore.For(options =>
        {
            options.Connection(ConnectionString);
            options.DatabaseSchemaName = Namespace;
            options.Events.DatabaseSchemaName = Namespace;
            options.AutoCreateSchemaObjects = AutoCreate.None;
            options.UseSystemTextJsonForSerialization();
            options.Events.StreamIdentity = StreamIdentity.AsString;
            options.Events.MapEventType<StoredEvent>("stored_event");
            options.Events.RegisterTagType<Tag>("tag");
        });
        await using var session = marten.LightweightSession();
        var found = (await session.Events.QueryByTagsAsync(new EventTagQuery().Or(new Tag("student:1")), Limit)).ShouldHaveSingleItem();
        found.Id.ShouldBe(appended.Event.Id);
        found.Sequence.ShouldBe(position!.Value);
        (await session.Events.QueryAllRawEvents().Where(e => e.EventTypeName == "Joined").ToListAsync(Limit))
            .ShouldHaveSingleItem().Id.ShouldBe(found.Id);
    }

    [Fact]
    public async Task A_tag_twice_is_one_tag()
    {
        var dcb = (await OpenAsync()).Dcb!;
        var tagged = DcbSample.Event("A", "x:2", "x:2");
        (await dcb.AppendAsync([tagged], condition: null, Limit)).IsAppended.ShouldBeTrue();
        (await dcb.ReadAsync(DcbQuery.All, cancellationToken: Limit)).Events.ShouldHaveSingleItem().Event.Id.ShouldBe(tagged.Event.Id);
    }

    [Theory]
    [InlineData("A", false)]
    [InlineData("B", true)]
    public async Task An_append_of_another_process_fails_a_condition_that_looks_for_it_and_no_other_though_Marten_refuses(
        string type, bool isAppended)
    {
        var (here, there) = ((await OpenAsync()).Dcb!, (await OpenAsync()).Dcb!);
        var query = DcbSample.Query(["A"], "x:1");
        var condition = new DcbAppendCondition(query, (await here.ReadAsync(query, cancellationToken: Limit)).Head);
        await there.AppendAsync([DcbSample.Event(type, "x:1")], condition: null, Limit);
        (await here.AppendAsync([DcbSample.Event("A", "x:1")], condition, Limit)).IsAppended.ShouldBe(isAppended);

        // The refused try has taken a position; it does not hold the head back from what was appended then.
        var last = (long)(await ScalarAsync($"SELECT max(seq_id) FROM \"{Namespace}\".mt_events"))!;
        (await here.ReadAsync(DcbQuery.All, cancellationToken: Limit)).Head.ShouldBeGreaterThanOrEqualTo(last);
    }

    [Fact]
    public async Task An_append_between_Martens_two_looks_is_not_missed()
    {
        var dcb = (await OpenAsync()).Dcb!;
        var query = DcbSample.Tagged("x:1");
        ValueTask<DcbReadResult> reading;
        await using (var open = await BeginAsync())
        {
            // Marten's reading has looked at the events when it comes to the versions, where it must wait.
            await ExecuteAsync(open, $"LOCK TABLE \"{Namespace}\".mt_dcb_tag_version IN ACCESS EXCLUSIVE MODE");
            reading = dcb.ReadAsync(query, cancellationToken: Limit);
            var table = $"'\"{Namespace}\".mt_dcb_tag_version'::regclass";
            while (await ScalarAsync($"SELECT count(*) FROM pg_locks WHERE NOT granted AND relation = {table}") is 0L)
                await Task.Delay(10, Limit);

            await InsertAsync(open, Guid.CreateVersion7());
            await ExecuteAsync(open, $"""
                INSERT INTO "{Namespace}".mt_event_tag_tag (value, seq_id) SELECT 'x:1', seq_id FROM "{Namespace}".mt_events;
                INSERT INTO "{Namespace}".mt_dcb_tag_version (tag_table, tag_value, version) VALUES ('tag', 'x:1', 1);
                COMMIT;
                """);
        }

        var read = await reading;
        read.Events.ShouldBeEmpty();
        (await dcb.AppendAsync([DcbSample.Event("A", "x:1")], new DcbAppendCondition(query, read.Head), Limit)).IsAppended.ShouldBeFalse();
    }

    [Fact]
    public async Task The_head_stays_before_a_position_that_may_still_come()
    {
        var dcb = (await OpenAsync()).Dcb!;
        var late = Guid.CreateVersion7();
        await using var open = await BeginAsync();
        await InsertAsync(open, late);
        var second = (await dcb.AppendAsync([DcbSample.Event("A", "x:1")], condition: null, Limit)).Position;

        // Nothing was found behind the gap: no need to wait. Else the reading waits, so that its head may count.
        (await dcb.ReadAsync(DcbSample.Tagged("x:2"), cancellationToken: Limit)).Head.ShouldBe(second!.Value - 2);
        var waiting = dcb.ReadAsync(DcbSample.Tagged("x:1"), cancellationToken: Limit).AsTask();
        var all = dcb.ReadAsync(DcbQuery.All, cancellationToken: Limit).AsTask();
        await Task.WhenAny(waiting, all, Task.Delay(TimeSpan.FromMilliseconds(200), Limit));
        waiting.IsCompleted.ShouldBeFalse();
        all.IsCompleted.ShouldBeFalse();

        await ExecuteAsync(open, "COMMIT");
        (await waiting).Head.ShouldBe(second.Value);
        (await all).Events[0].Event.Id.ShouldBe(late);
    }

    // An event as Marten inserts it.
    private Task InsertAsync(NpgsqlConnection open, Guid id) => ExecuteAsync(open, $$"""
        INSERT INTO "{{Namespace}}".mt_streams (id, version, tenant_id) VALUES ('other', 1, '*DEFAULT*');
        INSERT INTO "{{Namespace}}".mt_events
            (seq_id, id, stream_id, version, data, type, tenant_id, timestamp, mt_dotnet_type, is_archived)
        VALUES (nextval('"{{Namespace}}".mt_events_sequence'), '{{id}}', 'other', 1, '{"type":"A","data":{},"tags":["x:1"]}', 'A',
            '*DEFAULT*', now(), 'EventSourcingBench.Stores.Marten.StoredEvent, EventSourcingBench.Stores.Marten', false);
        """);

    // A transaction that is still open, on a connection which no pool lends to others.
    private async Task<NpgsqlConnection> BeginAsync()
    {
        var connection = new NpgsqlConnection(ConnectionString + ";Pooling=false");
        await connection.OpenAsync(Limit);
        await ExecuteAsync(connection, "BEGIN");
        return connection;
    }

    private async Task ExecuteAsync(NpgsqlConnection connection, string sql)
    {
        await using var command = new NpgsqlCommand(sql, connection);
        await command.ExecuteNonQueryAsync(Limit);
    }
}
