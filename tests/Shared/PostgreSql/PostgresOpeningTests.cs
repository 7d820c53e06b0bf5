namespace EventSourcingBench.Tests;

/// <summary>What opening and closing do to the schema, by statements that each store has itself.</summary>
public abstract class PostgresSchemaTests(TimeSpan limit, StoreDefinition definition) : PostgresStoreTest(limit, definition)
{
    [Fact]
    public async Task A_user_without_the_right_to_create_a_schema_sees_which_right_is_missing()
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

    /// <summary>Opens the store by a connection string that was spoilt, and gives what it says then.</summary>
    protected virtual async Task<string> FailAsync(Action<NpgsqlConnectionStringBuilder> spoil)
    {
        var settings = new NpgsqlConnectionStringBuilder(ConnectionString);
        spoil(settings);
        return (await Should.ThrowAsync<StoreUnavailableException>(
            () => Definition.OpenAsync(Context() with { ConnectionString = settings.ConnectionString }, Limit))).Message;
    }

    protected async Task<bool> HasSchemaAsync() =>
        (bool)(await ScalarAsync($"SELECT EXISTS (SELECT FROM pg_namespace WHERE nspname = '{Namespace}')"))!;
}

/// <summary>What opening says of a server that cannot be used, and of one that can: the same for every store on PostgreSQL.</summary>
public abstract class PostgresOpeningTests(TimeSpan limit, StoreDefinition definition) : PostgresSchemaTests(limit, definition)
{
    /// <summary>How the store's client version begins.</summary>
    protected abstract string Client { get; }

    [Fact]
    public async Task A_server_that_says_nothing_is_given_up_and_a_wrong_port_is_named()
    {
        using var silent = new TcpListener(IPAddress.Loopback, 0);
        silent.Start();
        var port = ((IPEndPoint)silent.LocalEndpoint).Port;
        (await FailAsync(c => (c.Host, c.Port) = ("127.0.0.1", port))).ShouldContain("did not answer in time");
        silent.Stop();
        (await FailAsync(c => c.Port = port)).ShouldContain($":{port}");
    }

    [Theory]
    [InlineData("Host", "no-such-host.invalid", "no-such-host.invalid")]
    [InlineData("Database", "no_such_database", "has no database 'no_such_database'")]
    public async Task What_is_wrong_is_named(string key, string value, string words) =>
        (await FailAsync(c => c[key] = value)).ShouldContain(words);

    [Fact]
    public async Task A_wrong_password_is_said_and_not_shown()
    {
        var hba = await ScalarAsync("SELECT string_agg(DISTINCT auth_method, ',') FROM pg_hba_file_rules");
        Assert.SkipWhen((hba as string)?.Contains("scram", StringComparison.Ordinal) == false, $"The server asks for no password ({hba}).");
        var message = await FailAsync(c => c.Password = "wrong-secret");
        message.ShouldContain("Username and Password");
        message.ShouldNotContain("wrong-secret");
    }

    [Theory]
    [InlineData(null)]
    [InlineData("")]
    [InlineData("Hots=localhost;Password=hidden")]
    [InlineData("Port=abc;Password=hidden")]
    [InlineData("nonsense")]
    public async Task A_connection_string_that_cannot_be_read_is_not_quoted(string? connectionString)
    {
        var context = Context() with { ConnectionString = connectionString };
        var thrown = await Should.ThrowAsync<StoreUnavailableException>(() => Definition.OpenAsync(context, Limit));
        thrown.Message.ShouldContain("EVENTSOURCINGBENCH_POSTGRES");
        thrown.ToString().ShouldNotContain("hidden");
    }

    [Fact]
    public async Task It_says_what_the_server_says()
    {
        var description = await (await OpenAsync()).DescribeAsync(Limit);
        description.ServerVersion.ShouldBe($"PostgreSQL {await ScalarAsync("SHOW server_version")}");
        description.ClientVersion.ShouldStartWith(Client);
        description.Settings.Single(s => s.Name == "fsync").Value.ShouldBe(await ScalarAsync("SHOW fsync"));
    }
}
