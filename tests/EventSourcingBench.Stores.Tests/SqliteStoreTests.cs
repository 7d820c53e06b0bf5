using EventSourcingBench.Stores.Sqlite.Database;

namespace EventSourcingBench.Stores.Tests;

/// <summary>What is particular to SQLite: its failures, its file, its settings.</summary>
public sealed class SqliteStoreTests : SqliteTest
{
    [Fact]
    public async Task A_full_disk_refuses_and_what_was_acknowledged_stays()
    {
        await using var store = (SqliteStore)await OpenAsync();
        var stream = new StreamId("full");
        await WriteAsync(store.Writer, c => c.RunScript($"PRAGMA max_page_count = {c.Number("PRAGMA page_count") + 20}"));
        var acknowledged = 0;
        var refused = await Should.ThrowAsync<StoreUnavailableException>(async () =>
        {
            for (; acknowledged < 10_000; acknowledged++)
                await AppendAsync(store, stream, ExpectedVersion.After(acknowledged));
        });
        refused.Message.ShouldContain("full");
        (await ReadAsync(store, stream)).Count.ShouldBe(acknowledged);

        await WriteAsync(store.Writer, c => c.RunScript("PRAGMA max_page_count = 1000000"));
        await AppendAsync(store, stream, ExpectedVersion.After(acknowledged));
    }

    [Fact]
    public async Task A_commit_that_fails_has_an_unknown_outcome_and_the_store_goes_on()
    {
        await using var store = (SqliteStore)await OpenAsync();

        // A deferred foreign key is looked at by COMMIT, and makes it fail.
        await WriteAsync(store.Writer, c => c.RunScript("""
            COMMIT; PRAGMA foreign_keys = on; BEGIN;
            CREATE TABLE parents (id INTEGER PRIMARY KEY);
            CREATE TABLE children (parent INTEGER REFERENCES parents DEFERRABLE INITIALLY DEFERRED);
            """));
        await Should.ThrowAsync<OutcomeUnknownException>(
            () => WriteAsync(store.Writer, c => c.RunScript("INSERT INTO children VALUES (1)")));
        await AppendAsync(store, new StreamId("next"), ExpectedVersion.NoStream);
    }

    [Fact]
    public async Task What_fails_after_a_commit_ends_its_own_append_and_the_store_goes_on()
    {
        await using var store = (SqliteStore)await OpenAsync();
        (await Should.ThrowAsync<OutcomeUnknownException>(
            async () => await store.Writer.SaveAsync(static _ => { }, new BrokenClock()))).Message.ShouldContain("no time");
        await AppendAsync(store, new StreamId("next"), ExpectedVersion.NoStream);
    }

    [Fact]
    public async Task A_signal_that_fails_after_a_commit_ends_the_appends_of_that_commit_alone()
    {
        var connection = new SqliteConnection(Path.Combine(Folder.FullName, "signal.db"), readOnly: false);
        var signals = 0;
        await using var writer = new SqliteWriter(connection, true, _ => ArgumentOutOfRangeException.ThrowIfEqual(++signals, 1));
        await Should.ThrowAsync<OutcomeUnknownException>(() => WriteAsync(writer, c => c.RunScript("CREATE TABLE kept (n INTEGER)")));
        await WriteAsync(writer, c => c.RunScript("INSERT INTO kept VALUES (1)"));
    }

    [Fact]
    public async Task What_fails_in_one_write_of_a_transaction_is_thrown_to_its_caller_alone()
    {
        var connection = new SqliteConnection(Path.Combine(Folder.FullName, "shared.db"), readOnly: false);
        await using var writer = new SqliteWriter(connection, true, _ => { });
        using var both = new Barrier(2);
        var first = WriteAsync(writer, _ =>
        {
            both.SignalAndWait(Cancel);
            both.SignalAndWait(Cancel);
        });
        both.SignalAndWait(Cancel);
        var wrong = WriteAsync(writer, _ => throw new OverflowException());
        var other = WriteAsync(writer, c => c.RunScript("CREATE TABLE kept (n INTEGER)"));
        both.SignalAndWait(Cancel);
        await first;
        await Should.ThrowAsync<OverflowException>(wrong);
        (await Should.ThrowAsync<StoreUnavailableException>(other)).Message.ShouldContain("nothing was written");
        await WriteAsync(writer, c => c.RunScript("CREATE TABLE kept (n INTEGER)"));
    }

    // SQLite rolls all of the transaction back then, and the savepoint is gone.
    [Fact]
    public async Task A_full_file_in_the_middle_of_an_append_is_reported_as_such()
    {
        var connection = new SqliteConnection(Path.Combine(Folder.FullName, "full.db"), readOnly: false);
        await using var writer = new SqliteWriter(connection, true, _ => { });
        await WriteAsync(writer, c => c.RunScript("CREATE TABLE kept (data BLOB); PRAGMA cache_size = 1; PRAGMA max_page_count = 40"));
        var failure = await Should.ThrowAsync<StoreUnavailableException>(() => WriteAsync(writer, c => c.TryInsert(() =>
        {
            for (var i = 0; i < 100; i++)
                c.RunScript("INSERT INTO kept VALUES (randomblob(4000))");
        })));
        failure.Message.ShouldContain("full");
        await WriteAsync(writer, c => c.RunScript("INSERT INTO kept VALUES (1)"));
    }

    [Theory]
    [InlineData("sqlite", "full", DurabilityTier.Fsync)]
    [InlineData("sqlite", "normal", DurabilityTier.Buffered)]
    [InlineData("dcb-sqlite", "full", DurabilityTier.Fsync)]
    public async Task Its_tier_follows_from_the_setting_in_force(string name, string synchronous, DurabilityTier tier)
    {
        await using var store = await OpenAsync(name, options: ("sqlite.synchronous", synchronous));
        var description = await store.DescribeAsync();
        description.Durability.ShouldBe(tier);
        description.DurabilityReason.ShouldContain($"synchronous={synchronous}");
        description.Settings.Single(s => s.Name == "journal_mode").Value.ShouldBe("wal");
        description.Settings.Single(s => s.Name == "synchronous").Value.ShouldBe(synchronous);
        Version.Parse(description.ServerVersion.Replace("SQLite ", "", StringComparison.Ordinal))
            .ShouldBeGreaterThanOrEqualTo(new Version(3, 50, 4));
    }

    [Fact]
    public async Task A_file_has_one_store_at_a_time()
    {
        await using (await OpenAsync(keepData: true))
            (await Should.ThrowAsync<StoreUnavailableException>(() => OpenAsync())).Message.ShouldContain("Close the other store");

        await using var next = await OpenAsync();
    }

    [Fact]
    public async Task No_folder_and_a_file_that_is_no_database_are_unavailable()
    {
        Folder.Delete();
        await Should.ThrowAsync<StoreUnavailableException>(() => OpenAsync());
        Folder.Create();
        await File.WriteAllTextAsync(Path.Combine(Folder.FullName, "bench.db"), new string('x', 5000));
        await Should.ThrowAsync<StoreUnavailableException>(() => OpenAsync(keepData: true));
    }

    [Fact]
    public async Task Closing_leaves_no_file_but_the_kept_database()
    {
        var kept = await OpenAsync(keepData: true);
        await AppendAsync(kept, new StreamId("one"), ExpectedVersion.Any);
        await kept.DisposeAsync();
        Folder.GetFiles().ShouldHaveSingleItem().Name.ShouldBe("bench.db");
        await (await OpenAsync()).DisposeAsync();
        Folder.GetFiles().ShouldBeEmpty();
    }

    [Fact]
    public async Task Rest_on_a_file_that_is_no_database_any_more_or_is_closed_is_unavailable_and_makes_no_file()
    {
        var path = Path.Combine(Folder.FullName, "bench.db");
        await using var store = await OpenAsync(keepData: true);
        File.Move(path, path + ".moved");
        Directory.CreateDirectory(path);
        await Should.ThrowAsync<StoreUnavailableException>(() => store.Inspector!.RestAsync(Cancel));
        Directory.Delete(path);
        await store.DisposeAsync();
        (await Should.ThrowAsync<StoreUnavailableException>(() => store.Inspector!.RestAsync(Cancel))).Message.ShouldContain("closed");
        File.Exists(path).ShouldBeFalse();
    }

    private static Task<DateTimeOffset> WriteAsync(SqliteWriter writer, Action<SqliteConnection> write) =>
        writer.SaveAsync(write, TimeProvider.System).AsTask();

    private sealed class BrokenClock : TimeProvider
    {
        public override DateTimeOffset GetUtcNow() => throw new InvalidOperationException("no time");
    }
}
