namespace EventSourcingBench.LoadTests.EndToEnd.Tests;

/// <summary>
/// A mistyped argument is reported at once with the valid ones; nothing is run or written. Ranges: errors.txt of LoadTests.Tests.
/// </summary>
public sealed class WrongArgumentTests : RunTest
{
    [Theory]
    [InlineData("apend --profile smoke", "'apend'", "did you mean append?", "projection")]
    [InlineData("append more", "'more'")]
    [InlineData("append --storse memory", "'--storse'", "did you mean --stores?", "--copies")]
    [InlineData("--profil smoke", "did you mean --profile?")]
    [InlineData("append --stores sqllite", "'sqllite'", "did you mean sqlite?", "postgres-replicated, sqlite")]
    [InlineData("append --stores ", "--stores names no store", "postgres-replicated, sqlite")]
    [InlineData("append --stores memory,memory", "memory twice")]
    [InlineData("append --stores sqlite,sqlite:tuned", "sqlite:tuned twice")]
    [InlineData("append --stores sqlite:tunde", "'sqlite:tunde'; did you mean sqlite:tuned? Valid are sqlite:conventional, sqlite:tuned.")]
    [InlineData("append --profile smok", "'smok'", "paper, quick, smoke")]
    [InlineData("append --stores memory --store-option memory.dely=5ms", "'memory.dely'", "did you mean memory.delay?")]
    [InlineData("append --stores memory --store-option memory.delay=soon", "memory.delay", "soon")]
    [InlineData("append --stores memory --store-option memory.delay", "key=value")]
    [InlineData("append --stores memory --via pigeon", "'pigeon'", "http", "direct")]
    [InlineData("append --stores memory --servers nowhere", "'nowhere'", "auto, docker, env, local")]
    [InlineData("append --stores memory --engine steam", "'steam'", "built-in")]
    // Where the packages of the engine are missing, that is said first.
    [InlineData("append --stores memory --engine nbomber --generators 2", "nbomber")]
    [InlineData("append --copies 1 --rate 5", "--copies and --rate exclude each other")]
    [InlineData("append --workload /nowhere/file.json", "/nowhere/file.json", "cannot be read")]
    [InlineData("--workload /nowhere/file.json", "append --workload")]
    [InlineData("append --data /nowhere/bars.csv", "/nowhere/bars.csv")]
    [InlineData("append --via direct --cpus nodes=0", "nodes", "--via direct")]
    [InlineData("reservation --max-active-shows 0", "--max-active-shows: must be an integer between 1 and")]
    [InlineData("append --verify-after-kill --together", "leave out --together")]
    [InlineData("append --stores filelog --store-option memory.delay=1ms", "'memory.delay'", "filelog")]
    [InlineData(
        "enrolment --stores memory",
        "memory cannot run enrolment",
        "append, projection, mixed, reservation, faults; ingest, growth (only with bulk appends)")]
    [InlineData(
        "reservation --strategy hot --command-side=snapshot",
        "--strategy is now --request-order",
        "--command-side is now --command-handling")]
    [InlineData("append --strategy hot", "--strategy is now --request-order (suite reservation)")]
    [InlineData("append --plugin-folder /nowhere", "/nowhere", "plugin.json")]
    [InlineData("append --stores memory --generator-hosts 127.0.0.1:1", "127.0.0.1:1", "cannot be reached")]
    [InlineData("reservation --stores memory --nodes 3", "The option --nodes is now --api-nodes (suite reservation).")]
    [InlineData("append --stores memory --via direct --api-nodes 1,3", "--api-nodes are processes of the API")]
    [InlineData("growth --profile smoke --stores memory --sample-every 7000", "the store would not grow to its first sample")]
    [InlineData("growth --stores memory --counts 10", "There is no option '--counts'")]
    [InlineData("growth --stores memory --via http", "The suite growth reaches stores by their client in this process only")]
    [InlineData("ingest --profile smoke --stores memory --kill-node-at 5s", "a node can be killed only where others are left")]
    [InlineData("append --api-hosts memory=127.0.0.1:9 --via direct", "leave out one of them")]
    [InlineData("append --api-hosts memory=127.0.0.1:9 --store-option memory.delay=5ms", "give it to that one")]
    [InlineData("append --api-hosts memory=127.0.0.1:9 --api-nodes 3", "started elsewhere")]
    [InlineData("append --api-hosts memory=127.0.0.1", "say host:port")]
    [InlineData("append --api-hosts postgres=127.0.0.1:9 --servers local", "put the connection string", "EVENTSOURCINGBENCH_POSTGRES")]
    [InlineData("append --stores memory --wait 5s", "--wait is for generators and APIs elsewhere")]
    [InlineData("append --stores memory --network-delay none --network-bandwidth 100mbit", "give it a delay of 0")]
    [InlineData("append --stores memory --api-address 127.0.0.1 --via direct", "--api-address is where the API listens")]
    [InlineData("append --stores sqlite --api-hosts memory=127.0.0.1:9", "not among the stores of this run")]
    [InlineData("faults --lazyfs /usr/bin,/dev/null --faults power-cut --stores sqlite,filelog", "name one store (--stores)")]
    [InlineData("faults --lazyfs /usr/bin,/dev/null --faults power-cut --stores sqlite", "No file system is mounted at /usr/bin")]
    [InlineData("calibrate generatr", "'generatr'", "did you mean generator?")]
    public async Task It_names_what_is_valid(string arguments, params string[] words)
    {
        string[] output = arguments.StartsWith("calibrate", StringComparison.Ordinal) ? [] : ["--output", Results];
        (await Command.RunAsync([.. arguments.Split(' '), .. output])).ShouldComplain(words);
        Directory.Exists(Results).ShouldBeFalse();
    }
}
