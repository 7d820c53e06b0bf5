namespace EventSourcingBench.LoadTests.Tests;

public sealed class MixedScriptTests
{
    private static readonly MixedContent Content = new(streams: 100, length: 10, others: 250, payload: 200, seed: 5);

    public static TheoryData<string> Mixes => [.. Mix.All.Select(m => m.Name)];

    [Theory]
    [MemberData(nameof(Mixes))]
    public void Operations_come_in_their_shares_and_follow_from_the_number(string name)
    {
        const int count = 20_000;
        var mix = Mix.All.Single(m => m.Name == name);
        var script = new MixedScript(mix, Content, skew: 1, seed: 7);
        var operations = Enumerable.Range(0, count).Select(n => script.At(n)).ToList();

        mix.Shares.Sum(s => s.Share).ShouldBe(1, tolerance: 1e-9);
        foreach (var (kind, share) in mix.Shares)
            ((double)operations.Count(o => o.Kind == kind) / count).ShouldBe(share, tolerance: 0.02);

        var again = new MixedScript(mix, Content, skew: 1, seed: 7);
        Enumerable.Range(0, 500).Reverse().Select(n => again.At(n)).ShouldBe(operations.Take(500).Reverse());
        operations.Where(o => o.Kind == MixedKind.Create).Select(o => o.Stream).ShouldBeUnique();
    }

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    public void The_latest_streams_were_created_before_they_are_loaded(double skew)
    {
        var script = new MixedScript(Mix.All.Single(m => m.Name == "ycsb-d"), Content, skew, seed: 7);
        var operations = Enumerable.Range(0, 5_000).Select(n => script.At(n)).ToList();
        var created = operations.Index().Where(o => o.Item.Kind == MixedKind.Create).ToDictionary(o => o.Item.Stream, o => o.Index);
        var loads = operations.Index()
            .Where(o => o.Item.Kind != MixedKind.Create && o.Item.Stream.StartsWith("new-", StringComparison.Ordinal)).ToList();

        loads.Count.ShouldBeGreaterThan(4_000);
        loads.ShouldAllBe(o => created[o.Item.Stream] < o.Index);
    }

    [Fact]
    public void Hot_streams_come_as_often_as_the_law_says()
    {
        const int count = 60_000;
        var choice = new ZipfChoice(100, skew: 1);
        var harmonic = Enumerable.Range(1, 100).Sum(n => 1.0 / n);
        var chosen = Enumerable.Range(0, count).Select(n => choice.At((n + 0.5) / count)).CountBy(c => c).ToDictionary();
        foreach (var rank in new[] { 1, 2, 10, 100 })
            ((double)chosen[rank - 1]).ShouldBe(count / (harmonic * rank), tolerance: 2);
    }

    [Fact]
    public void What_is_there_before_the_load_follows_from_the_numbers()
    {
        (Content.Count, Content.Keys.Count()).ShouldBe((1_250, 103));
        Enumerable.Range(0, 1_250).CountBy(n => Content.StreamOf(n)).Select(c => c.Value).Distinct().Order().ShouldBe([10, 50, 100]);
        var sent = Content.EventOf(Guid.NewGuid(), 17);
        sent.Data.Length.ShouldBe(200);
        ContentHash.Of(sent.Type, sent.Data.Span, metadata: []).ShouldBe(Content.HashOf(17));
        Content.HashOf(17).ShouldNotBe(Content.HashOf(18));
    }
}
