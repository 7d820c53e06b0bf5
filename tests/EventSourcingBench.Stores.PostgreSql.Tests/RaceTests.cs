namespace EventSourcingBench.Stores.PostgreSql.Tests;

public class RaceTests() : PostgresRaceTests(TimeSpan.FromMinutes(2), PostgresTest.Named("postgres"))
{
    [Fact]
    public async Task Two_hosts_of_one_projection_save_every_row_once() =>
        (await ProjectInTwoHostsAsync(await OpenOneAsync(), await OpenOneAsync(), appends: 150)).Count.ShouldBe(300);
}

[Nightly]
public sealed class RacesWithoutGroupCommit : RaceTests
{
    protected override Task<IStore> OpenOneAsync() => OpenAsync(("postgres.groupCommit", "off"));
}
