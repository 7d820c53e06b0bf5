namespace EventSourcingBench.Stores.Marten.Tests;

/// <summary>What the shared parts say of a server, which the tests of the store <c>postgres</c> show at each commit.</summary>
[Nightly]
public sealed class ServerTests() : PostgresOpeningTests(TimeSpan.FromMinutes(2), MartenTest.Named("marten"))
{
    protected override string Client => "Marten ";
}

public sealed class OpeningTests() : PostgresSchemaTests(TimeSpan.FromMinutes(2), MartenTest.Named("marten"))
{
    [Fact]
    public async Task A_schema_of_an_older_version_is_brought_up_to_date()
    {
        var stream = new StreamId("s");
        await using (var store = await Definition.OpenAsync(Context() with { KeepData = true }, Limit))
        {
            await store.Events!.AppendAsync(stream, ExpectedVersion.NoStream, Sample.Events(3), Limit);
        }

        // What Marten 7 and 8 had not: the column for binary events, the index on event ids, this form of the function.
        var functions = "SELECT oid::regprocedure FROM pg_proc WHERE proname = 'mt_quick_append_events'"
            + $" AND pronamespace = '\"{Namespace}\"'::regnamespace";
        const string indexes = "SELECT indexrelid FROM pg_index WHERE indrelid = 'mt_events'::regclass AND NOT indisprimary";
        await ExecuteAsync(
            $"""
            SET search_path TO "{Namespace}";
            DO $$ DECLARE f regprocedure; BEGIN FOR f IN {functions} LOOP EXECUTE 'DROP FUNCTION ' || f; END LOOP; END $$;
            ALTER TABLE mt_events DROP COLUMN bdata;
            DO $$ DECLARE i regclass; BEGIN FOR i IN {indexes} LOOP EXECUTE 'DROP INDEX ' || i; END LOOP; END $$;
            """);
        await using var again = await Definition.OpenAsync(Context(), Limit);
        (await again.Events!.AppendAsync(stream, ExpectedVersion.Exactly(3), Sample.Events(2), Limit))
            .ShouldBeOfType<Appended>().StreamVersion.ShouldBe(5);
        (await again.Events.ReadStreamAsync(stream, cancellationToken: Limit).ToListAsync(Limit)).Count.ShouldBe(5);
        await ExecuteAsync($"DROP SCHEMA \"{Namespace}\" CASCADE");
    }

    [Fact]
    public async Task A_schema_that_cannot_be_brought_up_to_date_is_left_alone_and_named()
    {
        // Columns that must have a value cannot be added.
        await ExecuteAsync($"CREATE SCHEMA \"{Namespace}\"; CREATE TABLE \"{Namespace}\".mt_events (seq_id bigint PRIMARY KEY);");
        var message = await FailAsync(_ => { });
        message.ShouldContain("from another version");
        message.ShouldContain($"DROP SCHEMA \"{Namespace}\" CASCADE");
        (await HasSchemaAsync()).ShouldBeTrue();
        await ExecuteAsync($"DROP SCHEMA \"{Namespace}\" CASCADE");
    }

    [Fact]
    public async Task An_option_is_not_said_to_come_from_the_server()
    {
        var description = await (await OpenAsync()).DescribeAsync(Limit);
        description.Settings.Single(s => s.Name == "marten.append").FromServer.ShouldBeFalse();
    }
}
