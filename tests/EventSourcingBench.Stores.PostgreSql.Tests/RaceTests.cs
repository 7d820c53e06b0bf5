namespace EventSourcingBench.Stores.PostgreSql.Tests;

public class RaceTests() : PostgresRaceTests(TimeSpan.FromMinutes(2))
{
    protected override StoreDefinition Definition { get; } = new PostgresPlugin().Stores.Single(s => s.Name == "postgres");

    [Fact]
    public async Task Two_hosts_of_one_projection_save_every_row_once()
    {
        var (one, two) = (await OpenOneAsync(), await OpenOneAsync());
        await using var first = await one.Projections!.StartAsync(new CountedProjection(), new RecordingObserver(), Limit);
        await using var second = await two.Projections!.StartAsync(new CountedProjection(), new RecordingObserver(), Limit);
        for (var i = 0; i < 150; i++)
        {
            await (i % 2 == 0 ? one : two).Events!.AppendAsync(new StreamId("s"), ExpectedVersion.Any, Sample.Events(2), Limit);
            if (i == 75)
                await first.RebuildAsync(Limit);
        }

        await WaitForRowsAsync(first, 300);
        (await ScalarAsync($"SELECT count(*) FROM \"{Namespace}\".projection_counted_rows")).ShouldBe(300L);
        (await second.ReadModel.FindSummaryAsync("A", Limit)).ShouldBe(new ReadModelSummary("A", 300, 450));
        first.Completion.IsCompleted.ShouldBeFalse();
        second.Completion.IsCompleted.ShouldBeFalse();
    }
}

public sealed class RacesWithoutGroupCommit : RaceTests
{
    protected override Task<IStore> OpenOneAsync() => OpenAsync(("postgres.groupCommit", "off"));
}
