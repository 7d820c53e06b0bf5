using System.Net;
using System.Net.Sockets;
using Npgsql;

namespace EventSourcingBench.Stores.Marten.Tests;

public sealed class OpeningTests : MartenTest
{
    [Fact]
    public async Task A_server_that_is_gone_is_named()
    {
        using var taken = new TcpListener(IPAddress.Loopback, 0);
        taken.Start();
        var port = ((IPEndPoint)taken.LocalEndpoint).Port;
        taken.Stop();
        (await FailAsync(c => c.Port = port)).ShouldContain($":{port}");
    }

    [Fact]
    public async Task A_server_that_says_nothing_is_given_up()
    {
        using var silent = new TcpListener(IPAddress.Loopback, 0);
        silent.Start();
        (await FailAsync(c => (c.Host, c.Port) = ("127.0.0.1", ((IPEndPoint)silent.LocalEndpoint).Port))).ShouldContain("did not answer in time");
    }

    [Fact]
    public async Task A_wrong_database_is_named() =>
        (await FailAsync(c => c.Database = "no_such_database")).ShouldContain("has no database 'no_such_database'");

    [Fact]
    public async Task A_wrong_password_is_said_and_not_shown()
    {
        var hba = await ScalarAsync("SELECT string_agg(DISTINCT auth_method, ',') FROM pg_hba_file_rules");
        Assert.SkipWhen(hba is string methods && !methods.Contains("scram", StringComparison.Ordinal), $"The server asks for no password ({hba}).");
        var message = await FailAsync(c => c.Password = "wrong-secret");
        message.ShouldContain("Username and Password");
        message.ShouldNotContain("wrong-secret");
    }

    [Fact]
    public async Task A_user_without_the_right_to_create_a_schema_is_told_the_right()
    {
        var role = "r" + Guid.NewGuid().ToString("N")[..12];
        await ExecuteAsync($"CREATE ROLE {role} LOGIN PASSWORD 'secret-of-role'");
        try
        {
            (await FailAsync(c => (c.Username, c.Password) = (role, "secret-of-role"))).ShouldContain("GRANT CREATE ON DATABASE");
        }
        finally
        {
            await ExecuteAsync($"DROP ROLE {role}");
        }
    }

    [Theory]
    [InlineData(null)]
    [InlineData("Hots=localhost;Password=hidden")]
    [InlineData("nonsense")]
    public async Task A_connection_string_that_cannot_be_read_is_not_quoted(string? connectionString)
    {
        var context = Context() with { ConnectionString = connectionString };
        var thrown = await Should.ThrowAsync<StoreUnavailableException>(() => Definition.OpenAsync(context, Limit));
        thrown.Message.ShouldContain("EVENTSOURCINGBENCH_POSTGRES");
        thrown.ToString().ShouldNotContain("hidden");
    }

    [Fact]
    public async Task Closing_drops_the_schema_that_opening_made_and_no_other()
    {
        await (await Definition.OpenAsync(Context() with { KeepData = true }, Limit)).DisposeAsync();
        await (await Definition.OpenAsync(Context(), Limit)).DisposeAsync();
        (await HasSchemaAsync()).ShouldBeTrue("opening had not made it");
        await ExecuteAsync($"DROP SCHEMA \"{Namespace}\" CASCADE");

        await (await Definition.OpenAsync(Context(), Limit)).DisposeAsync();
        (await HasSchemaAsync()).ShouldBeFalse();
    }

    [Fact]
    public async Task A_schema_of_an_older_version_is_brought_up_to_date()
    {
        var stream = new StreamId("s");
        await using (var store = await Definition.OpenAsync(Context() with { KeepData = true }, Limit))
        {
            await store.Events!.AppendAsync(stream, ExpectedVersion.NoStream, Sample.Events(3), Limit);
        }

        // What Marten 7 and 8 had not: the column for binary events, the index on event ids, this form of the function.
        await ExecuteAsync(
            $"""
            SET search_path TO "{Namespace}";
            DO $$ DECLARE f regprocedure; BEGIN FOR f IN SELECT oid::regprocedure FROM pg_proc WHERE proname = 'mt_quick_append_events' AND pronamespace = '"{Namespace}"'::regnamespace LOOP EXECUTE 'DROP FUNCTION ' || f; END LOOP; END $$;
            ALTER TABLE mt_events DROP COLUMN bdata;
            DO $$ DECLARE i regclass; BEGIN FOR i IN SELECT indexrelid FROM pg_index WHERE indrelid = 'mt_events'::regclass AND NOT indisprimary LOOP EXECUTE 'DROP INDEX ' || i; END LOOP; END $$;
            """);
        await using var again = await Definition.OpenAsync(Context(), Limit);
        (await again.Events!.AppendAsync(stream, ExpectedVersion.Exactly(3), Sample.Events(2), Limit)).ShouldBeOfType<Appended>().StreamVersion.ShouldBe(5);
        (await again.Events.ReadStreamAsync(stream, cancellationToken: Limit).ToListAsync(Limit)).Count.ShouldBe(5);
        await ExecuteAsync($"DROP SCHEMA \"{Namespace}\" CASCADE");
    }

    [Fact]
    public async Task A_schema_that_cannot_be_brought_up_to_date_is_left_alone_and_named()
    {
        // Columns that must have a value cannot be added.
        await ExecuteAsync($"CREATE SCHEMA \"{Namespace}\"; CREATE TABLE \"{Namespace}\".mt_events (seq_id bigint PRIMARY KEY);");
        var message = await FailAsync(_ => { });
        message.ShouldContain("left by another version");
        message.ShouldContain($"DROP SCHEMA \"{Namespace}\" CASCADE");
        (await HasSchemaAsync()).ShouldBeTrue();
        await ExecuteAsync($"DROP SCHEMA \"{Namespace}\" CASCADE");
    }

    [Fact]
    public async Task Two_runs_at_once_in_one_database_keep_apart()
    {
        var contexts = Enumerable.Range(0, 3).Select(i => Context() with { Namespace = $"{Namespace[..20]}_{i}" }).ToList();
        var counts = await Task.WhenAll(contexts.Select((context, i) => Task.Run(
            async () =>
            {
                await using var store = await Definition.OpenAsync(context, Limit);
                for (var n = 0; n <= i; n++)
                {
                    await store.Events!.AppendAsync(new StreamId("same"), ExpectedVersion.After(n), [Sample.Event()], Limit);
                }

                return (await TakeAsync(store, i + 1)).Count;
            },
            Limit)));
        counts.ShouldBe([1, 2, 3]);
    }

    [Fact]
    public async Task It_says_what_the_server_says()
    {
        var description = await (await OpenAsync()).DescribeAsync(Limit);
        description.ServerVersion.ShouldBe($"PostgreSQL {await ScalarAsync("SHOW server_version")}");
        description.ClientVersion.ShouldStartWith("Marten ");
        description.Settings.Single(s => s.Name == "fsync").Value.ShouldBe(await ScalarAsync("SHOW fsync"));
        description.Settings.Single(s => s.Name == "marten.append").FromServer.ShouldBeFalse();
    }

    private async Task<string> FailAsync(Action<NpgsqlConnectionStringBuilder> spoil)
    {
        var settings = new NpgsqlConnectionStringBuilder(ConnectionString);
        spoil(settings);
        var thrown = await Should.ThrowAsync<StoreUnavailableException>(
            () => Definition.OpenAsync(Context() with { ConnectionString = settings.ConnectionString }, Limit));
        return thrown.Message;
    }

    private async Task<bool> HasSchemaAsync() =>
        (bool)(await ScalarAsync($"SELECT EXISTS (SELECT FROM pg_namespace WHERE nspname = '{Namespace}')"))!;
}
