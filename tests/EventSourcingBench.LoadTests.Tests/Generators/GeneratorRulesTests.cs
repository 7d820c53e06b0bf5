namespace EventSourcingBench.LoadTests.Tests;

public sealed class GeneratorRulesTests
{
    [Theory]
    [InlineData("--via direct")]
    [InlineData("--via direct --generators 1")]
    [InlineData("--generators 4 --generator-hosts 127.0.0.1:5090,localhost:5091")]
    public void Some_need_no_rule(string arguments) => Should.NotThrow(() => Make(arguments));

    [Theory]
    [InlineData("--generators 0", "give 1 to 64")]
    [InlineData("--generators 65", "give 1 to 64")]
    [InlineData("--generators 2 --via direct", "--via direct")]
    [InlineData("--generator-hosts 127.0.0.1", "host:port")]
    [InlineData("--generator-hosts 127.0.0.1:5090/steps", "host:port")]
    [InlineData("--generator-hosts http://127.0.0.1:5090", "host:port")]
    [InlineData("--generator-hosts me@127.0.0.1:5090", "host:port")]
    [InlineData("--generator-hosts 127.0.0.1:5090,127.0.0.1:5090", "127.0.0.1:5090 twice")]
    [InlineData("--generator-hosts 192.0.2.1:5090", GeneratorToken.Variable)]
    [InlineData("--api-address 0.0.0.0", "192.168.1.10")]
    [InlineData("--api-address here", "192.168.1.10")]
    public void What_cannot_work_is_refused_with_what_can(string arguments, string words) => Should
        .Throw<UserException>(() => Make(arguments)).Message.ShouldContain(words);

    [Fact]
    public void A_node_that_comes_back_elsewhere_is_for_one_process()
    {
        var workload = WorkloadFile.Load("reservation", "smoke").With(ReservationParameters.KillNodeAt, "100ms");

        Contradictions("").ShouldAllBe(c => c == null || !c.Contains("--kill-node-at starts", StringComparison.Ordinal));
        Contradictions("--generators 2").ShouldContain(c => c != null && c.Contains("--kill-node-at starts", StringComparison.Ordinal));

        IEnumerable<string?> Contradictions(string arguments) =>
            RunRules.Contradictions(TestTools.Settings("reservation", arguments), SuiteCatalog.Find("reservation"), workload);
    }

    private static RunPreparation Make(string arguments) =>
        RunPreparation.Make(TestTools.Settings("append", arguments), TimeProvider.System);
}
