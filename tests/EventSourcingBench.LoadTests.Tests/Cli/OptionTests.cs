namespace EventSourcingBench.LoadTests.Tests;

/// <summary>What options take. What each refuses: errors.txt.</summary>
public sealed class OptionTests
{
    private static readonly CpuSet FourCpus = CpuSet.Parse("0-3")!;

    [Fact]
    public void A_share_of_reads_is_a_percentage_or_a_fraction() => new[] { "0", "1%", "0.5%", "0.05", "1", "100%" }
        .Select(share => TestTools.Settings("append", $"--verify-reads {share}").VerifyReads)
        .ShouldBe([0, 0.01, 0.005, 0.05, 1, 1], 1e-12);

    [Fact]
    public void Signs_of_a_shell_are_quoted_in_the_command_that_repeats_a_run() =>
        TestTools.Settings("append", "--threshold p99<20ms --trials 2 --output $home's").Arguments
            .ShouldBe(@"--threshold ""p99<20ms"" --trials 2 --output '$home'\''s'");

    [Fact]
    public void Numbers_of_nodes_are_read_and_each_makes_the_steps_of_its_store()
    {
        const string arguments = "--nodes 1,3,5 --counts 10,1000 --buffers 4KB --buffer-mode blocking --trials 2 --kill-node-at 1s";
        var preparation = Make(arguments, "ingest");
        preparation.Nodes.ShouldBe([1, 3, 5]);
        var labels = preparation.Nodes.Select(n => StoreTargets.Label("postgres-replicated", new StoreSetup(n))).ToList();
        labels.ShouldBe(["postgres-replicated (1 node)", "postgres-replicated (3 nodes)", "postgres-replicated (5 nodes)"]);
        var plan = StepPlan.Create(preparation.Workloads, _ => labels, preparation.Seed, together: false);
        plan.Steps.Select(s => (s.Store, IngestLoad.Of(s.Workload).Count))
            .ShouldBe(labels.SelectMany(l => new[] { (l, 10L), (l, 1_000L) }), ignoreOrder: true);
    }

    [Theory]
    [InlineData("none", "postgres")]
    [InlineData("40ms", "postgres (40ms away)")]
    [InlineData("none,0,40ms", "postgres; postgres (relayed); postgres (40ms away)")]
    public void A_store_is_named_with_its_network(string delays, string labels) =>
        string.Join("; ", Make($"--network-delay {delays}").Networks
            .Select(n => StoreTargets.Label("postgres", new StoreSetup(Network: n)))).ShouldBe(labels);

    [Theory]
    [InlineData("--via direct")]
    [InlineData("--via direct --generators 1")]
    [InlineData("--generator-hosts 127.0.0.1:80,[::1]:5090")]
    [InlineData("--generators 4 --generator-hosts 127.0.0.1:5090,localhost:5091")]
    public void Generators_that_can_work_are_accepted(string arguments) => Should.NotThrow(() => Make(arguments));

    [Theory]
    [InlineData("client=0,nodes=1,database=1", "0", "1", "1")]
    [InlineData("nodes=1-2", "0-3", "1-2", "0-3")]
    [InlineData("client=0,2, nodes = 1,3,database=0-3", "0,2", "1,3", "0-3")]
    public void Parts_get_the_CPUs_they_were_given_and_others_all(string text, string client, string nodes, string database)
    {
        var plan = CpuPlan.Parse(text, FourCpus);
        new[] { CpuPlan.Client, CpuPlan.Nodes, CpuPlan.Database }.Select(p => plan.Of(p).ToString()).ShouldBe([client, nodes, database]);
        plan.ToRecord().Count.ShouldBe(text.Count(c => c == '='));
    }

    [Theory]
    [InlineData("server=0", "'server'", "Valid are client, database, nodes.")]
    [InlineData("node=0", "did you mean nodes?")]
    [InlineData("0", "'0' is of no part", "client, nodes, database")]
    [InlineData("client=", "no list of CPUs for client")]
    [InlineData("client=a", "'a'", "such as")]
    [InlineData("client=0,nodes=1,client=2", "client twice")]
    [InlineData("nodes=3-4", "no CPU 4 for nodes", "0-3")]
    public void CPUs_that_cannot_be_given_are_named_with_those_that_can(string text, params string[] words)
    {
        var complaint = Should.Throw<UserException>(() => CpuPlan.Parse(text, FourCpus)).Message;
        words.ShouldAllBe(w => complaint.Contains(w, StringComparison.Ordinal), complaint);
    }

    [Fact]
    public void A_number_and_a_unit_is_a_size_and_anything_else_is_none()
    {
        new[] { "1KB", "64kb", "1MB", "16GB", "64B" }.Select(SizeText.Parse).ShouldBe([1_024, 65_536, 1_048_576, 17_179_869_184, 64]);
        new[] { "", "KB", "64", "1.5MB", "-1KB", "1 KB", "1TB", "99999999999GB", "99999999999999999999B" }
            .ShouldAllBe(text => SizeText.Parse(text) == null);
    }

    [Fact]
    public void A_size_that_is_written_is_read_again() => Prop.ForAll(
        Gen.Choose(0, int.MaxValue).Zip(Gen.Choose(0, 20), (n, shift) => (long)n << shift).ToArbitrary(),
        bytes => SizeText.Parse(SizeText.Of(bytes)) == bytes).QuickCheckThrowOnFailure();

    [Fact]
    public void A_file_that_cannot_be_read_is_the_users_to_correct() => Should
        .Throw<UserException>(() => UserFiles.Read(() => File.ReadAllText("/none/values.yaml"))).Message.ShouldContain("/none/values.yaml");

    [Fact]
    public void A_bandwidth_is_a_whole_number_of_bits_a_second_with_a_unit() =>
        new[] { "1kbit", "100mbit", "100gbit", "101gbit", "0kbit", "-1mbit", "100", "bit" }
            .Select(text => (long?)LoadParameters.NetworkBandwidth.Values.Parse(text))
            .ShouldBe([1_000, 100_000_000, 100_000_000_000, null, null, null, null, null]);

    private static RunPreparation Make(string arguments, string suite = "append") =>
        RunPreparation.Make(TestTools.Settings(suite, arguments), TimeProvider.System);
}
