using System.Net;
using System.Net.Sockets;
using Npgsql;

namespace EventSourcingBench.Tests;

/// <summary>What opening says of a server that cannot be used, and of one that can: the same for every store on PostgreSQL.</summary>
/// <param name="limit">The longest that a test takes.</param>
public abstract class PostgresOpeningTests(TimeSpan limit) : PostgresStoreTest(limit)
{
    /// <summary>How the store's client version begins.</summary>
    protected abstract string Client { get; }

    [Fact]
    public async Task A_wrong_port_is_named()
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
        var message = await FailAsync(c => (c.Host, c.Port) = ("127.0.0.1", ((IPEndPoint)silent.LocalEndpoint).Port));
        message.ShouldContain("did not answer in time");
    }

    [Fact]
    public async Task A_wrong_host_is_named() =>
        (await FailAsync(c => c.Host = "no-such-host.invalid")).ShouldContain("no-such-host.invalid");

    [Fact]
    public async Task A_wrong_database_is_named() =>
        (await FailAsync(c => c.Database = "no_such_database")).ShouldContain("has no database 'no_such_database'");

    [Fact]
    public async Task A_wrong_password_is_said_and_not_shown()
    {
        var hba = await ScalarAsync("SELECT string_agg(DISTINCT auth_method, ',') FROM pg_hba_file_rules");
        Assert.SkipWhen(
            hba is string methods && !methods.Contains("scram", StringComparison.Ordinal),
            $"The server asks for no password ({hba}).");
        var message = await FailAsync(c => c.Password = "wrong-secret");
        message.ShouldContain("Username and Password");
        message.ShouldNotContain("wrong-secret");
    }

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
    public async Task It_says_what_the_server_says()
    {
        var description = await (await OpenAsync()).DescribeAsync(Limit);
        description.ServerVersion.ShouldBe($"PostgreSQL {await ScalarAsync("SHOW server_version")}");
        description.ClientVersion.ShouldStartWith(Client);
        description.Settings.Single(s => s.Name == "fsync").Value.ShouldBe(await ScalarAsync("SHOW fsync"));
    }

    /// <summary>Opens the store by a connection string that was spoilt, and gives what it says then.</summary>
    protected virtual async Task<string> FailAsync(Action<NpgsqlConnectionStringBuilder> spoil)
    {
        var settings = new NpgsqlConnectionStringBuilder(ConnectionString);
        spoil(settings);
        var thrown = await Should.ThrowAsync<StoreUnavailableException>(
            () => Definition.OpenAsync(Context() with { ConnectionString = settings.ConnectionString }, Limit));
        return thrown.Message;
    }

    protected async Task<bool> HasSchemaAsync() =>
        (bool)(await ScalarAsync($"SELECT EXISTS (SELECT FROM pg_namespace WHERE nspname = '{Namespace}')"))!;
}
