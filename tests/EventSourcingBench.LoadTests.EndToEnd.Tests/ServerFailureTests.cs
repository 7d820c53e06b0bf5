namespace EventSourcingBench.LoadTests.EndToEnd.Tests;

/// <summary>PostgreSQL that is not there or not ours: it never costs the other stores their run.</summary>
public sealed class ServerFailureTests : RunTest
{
    private const string Short = "append --profile smoke --rate 50 --warm-up 0 --duration 200ms --no-ceiling --via direct";

    [Nightly]
    [Fact]
    public async Task A_closed_port_is_said_and_the_other_stores_run()
    {
        var options = RunnerOptions.Default.With(Postgres.Variable, "Host=127.0.0.1;Port=1;Username=bench;Password=none;Database=postgres");
        var ended = await EndProcessAsync(Short, options);

        // postgres was not named: that it cannot run is reported, and is no failure.
        ended.ShouldExitWith(0).Output.ShouldContain("postgres:tuned did not run");
        var run = RunFolder.Read(Results);
        run.Steps.Select(s => s.Store).Order().ShouldBe(["filelog", "memory", "sqlite:conventional", "sqlite:tuned"]);
        var reason = run.Run.Unavailable.Single(u => u.Name == "postgres:tuned").Reason;
        reason.ShouldContain("127.0.0.1:1");
        reason.ShouldNotContain("   at ");
    }

    [Fact]
    public async Task A_malformed_connection_string_of_a_store_that_was_named_fails_the_run_and_the_others_still_run()
    {
        var options = RunnerOptions.Default.With(Postgres.Variable, "Hostess=127.0.0.1");
        var reason = $"The connection string of postgres is invalid. Correct {Postgres.Variable}";
        var ended = await EndProcessAsync($"{Short} --stores memory,postgres:tuned", options);
        ended.ShouldExitWith(1).Output.ShouldContain($"postgres:tuned did not run: {reason}");
        var run = RunFolder.Read(Results);
        run.Run.Unavailable.ShouldHaveSingleItem().Name.ShouldBe("postgres:tuned");
        run.Steps.ShouldHaveSingleItem().Verdict.Passed.ShouldBeTrue();
        ReadResult("report.html").ShouldContain(reason);
    }

    [Fact]
    public async Task Without_the_binaries_postgres_is_listed_with_what_to_install()
    {
        var ended = await Runner.RunAsync(await WithoutPostgresAsync(), "stores --servers local");

        // The table breaks lines where it wants.
        ended.ShouldExitWith(0).Output.ShouldMatch(@"apt-get\s+install\s+postgresql");
    }

    // A name space of mounts in which the folder with the binaries is empty, also for links to it in PATH: they are
    // there for everybody else.
    private static async Task<RunnerOptions> WithoutPostgresAsync()
    {
        const string installed = "/usr/lib/postgresql";
        var elsewhere = Environment.GetEnvironmentVariable("PATH")!.Split(':')
            .Select(f => new FileInfo(Path.Combine(f, "initdb")))
            .Any(f => f.Exists && (f.ResolveLinkTarget(returnFinalTarget: true) ?? f).FullName is var real
                && !real.StartsWith(installed, StringComparison.Ordinal));
        Assert.SkipWhen(elsewhere, $"PostgreSQL is here, and not in {installed}, where this test can hide it");
        return Directory.Exists(installed)
            ? RunnerOptions.Default with { Prefix = await Mounts.TmpfsAsync(installed, "1m") }
            : RunnerOptions.Default;
    }
}
