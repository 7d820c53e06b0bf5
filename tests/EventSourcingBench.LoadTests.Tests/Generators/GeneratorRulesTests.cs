namespace EventSourcingBench.LoadTests.Tests;

public sealed class GeneratorRulesTests
{
    private static readonly RunSettings Settings = new() { Suites = [], Arguments = "" };

    [Fact]
    public void One_process_needs_no_rule()
    {
        Should.NotThrow(() => GeneratorRules.Check(Settings with { Via = Via.Direct }));
        Should.NotThrow(() => GeneratorRules.Check(Settings with { Generators = 1, Via = Via.Direct }));
        Should.NotThrow(() => GeneratorRules.Check(Settings with { Generators = 4, GeneratorHosts = ["127.0.0.1:5090", "localhost:5091"] }));
    }

    [Theory]
    [InlineData(0)]
    [InlineData(65)]
    public void Their_number_has_limits(int count) =>
        Complaint(Settings with { Generators = count }).ShouldContain("give 1 to 64");

    [Fact]
    public void Each_opens_no_store_of_its_own() =>
        Complaint(Settings with { Generators = 2, Via = Via.Direct }).ShouldContain("--via direct");

    [Theory]
    [InlineData("127.0.0.1")]
    [InlineData("127.0.0.1:5090/steps")]
    [InlineData("http://127.0.0.1:5090")]
    [InlineData("me@127.0.0.1:5090")]
    public void An_address_is_host_and_port(string address) =>
        Complaint(Settings with { GeneratorHosts = [address] }).ShouldContain("host:port");

    [Fact]
    public void A_generator_is_named_once() =>
        Complaint(Settings with { GeneratorHosts = ["127.0.0.1:5090", "127.0.0.1:5090"] }).ShouldContain("127.0.0.1:5090 twice");

    [Fact]
    public void Beyond_this_host_a_secret_is_wanted() =>
        Complaint(Settings with { GeneratorHosts = ["192.0.2.1:5090"] }).ShouldContain(GeneratorToken.Variable);

    [Theory]
    [InlineData("0.0.0.0")]
    [InlineData("here")]
    public void The_api_listens_where_generators_can_reach_it(string address) =>
        Complaint(Settings with { ApiAddress = address }).ShouldContain("192.168.1.10");

    [Fact]
    public void A_node_that_comes_back_elsewhere_is_for_one_process()
    {
        var workload = WorkloadFile.Load("reservation", "smoke").With(ReservationParameters.KillNodeAt, "100ms");

        Should.NotThrow(() => GeneratorRules.Check(Settings, [workload]));
        Should.Throw<UserException>(() => GeneratorRules.Check(Settings with { Generators = 2 }, [workload]))
            .Message.ShouldContain("--kill-node-at");
    }

    private static string Complaint(RunSettings settings) => Should.Throw<UserException>(() => GeneratorRules.Check(settings)).Message;
}
