namespace EventSourcingBench.LoadTests.EndToEnd.Tests;

/// <summary>A password is planted in the connection string of every kind of server; nothing that a run says or leaves has it.</summary>
public sealed class SecretTests : RunTest
{
    private const string Planted = "pl4nted";
    private const string Short = "--profile smoke --warm-up 0 --duration 500ms --no-ceiling";

    // Where nothing listens. "broken" is what clients cannot read, some of which quote it. Most stores of the last row need a
    // full package source: where they are not built, nothing is shown of them.
    public static TheoryData<string, string, string, string> Given => new()
    {
        { "subscription", "direct", "", "postgres,postgres-replicated,etcd,dcb-umadb,dcb-postgres-btree" },
        { "append", "http", "broken", "postgres,etcd" },
        { "subscription", "direct", "broken", "dcb-umadb,dcb-postgres-btree,mongodb,mongodb-native,eventstoredb,kurrentdb,marten" },
    };

    [Theory]
    [MemberData(nameof(Given))]
    public async Task A_server_that_cannot_be_used_keeps_its_password(string suite, string via, string form, string stores)
    {
        var ended = await EndProcessAsync($"{suite} {Short} --via {via} --stores {stores}", Everywhere(form));
        ended.ExitCode.ShouldBeGreaterThan(0, ended.Output + ended.Errors);
        ShouldLeaveNothing(ended);
    }

    [Nightly, Theory]
    [InlineData("direct")]
    [InlineData("http")]
    public async Task A_client_that_quotes_its_connection_string_everywhere_gives_no_password_away(string via)
    {
        var ended = await EndProcessAsync(
            $"append {Short} --copies 1 --via {via} {WithFaulty} --stores faulty-quote,faulty-quote-opening --store-option faulty.rate=2",
            Everywhere(""));

        ended.ExitCode.ShouldBe(1, ended.Output + ended.Errors);
        var run = RunFolder.Read(Results);
        var said = $"http://bench:{Secrets.Hidden}@127.0.0.1:1";
        run.Run.Stores.ShouldHaveSingleItem().Settings["connection"].ShouldBe(said);
        run.Steps.ShouldHaveSingleItem().Errors.Keys.ShouldContain(e => e.Contains(said));
        run.Run.Unavailable.ShouldHaveSingleItem().Reason.ShouldContain(said);
        ended.Output.ShouldContain(said);
        ShouldLeaveNothing(ended);
    }

    private static RunnerOptions Everywhere(string form)
    {
        var at = $"bench:{Planted}%40x@127.0.0.1:1{form}";
        var pairs = $"Host=127.0.0.1;Port=1{form};Username=bench;Password={Planted}@x;Database=postgres";
        (string Kind, string Value)[] all =
        [
            ("postgres", pairs), ("postgres-replicated", pairs), ("etcd", $"http://{at}"), ("umadb", $"http://{at}"),
            ("mongodb", $"mongodb://{at}/?replicaSet=rs0"), ("eventstoredb", $"esdb://{at}?tls=false"),
            ("kurrentdb", $"kurrentdb://{at}?tls=false"),
        ];
        return all.Aggregate(
            RunnerOptions.Default, (options, server) => options.With(EnvironmentProvisioner.Variable(server.Kind), server.Value));
    }

    private void ShouldLeaveNothing(Ended ended)
    {
        (ended.Output + ended.Errors).ShouldNotContain(Planted);
        foreach (var file in Directory.EnumerateFiles(Temp.Folder("run"), "*", SearchOption.AllDirectories))
            File.ReadAllText(file).ShouldNotContain(Planted, Case.Sensitive, file);
    }
}
