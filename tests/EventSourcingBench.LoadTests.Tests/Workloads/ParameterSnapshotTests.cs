using System.CommandLine;
using System.Text.Json.Nodes;

namespace EventSourcingBench.LoadTests.Tests;

/// <summary>What users see of parameters, compared with files: help, profiles and errors. After an intended change run the tests with
/// EVENTSOURCINGBENCH_SNAPSHOTS set to the folder of the snapshots, which writes them, and review the difference.</summary>
public sealed class ParameterSnapshotTests : TempFolderTest
{
    private static readonly JsonDocumentOptions WithComments = new() { CommentHandling = JsonCommentHandling.Skip };
    private static readonly JsonSerializerOptions Indented = new(JsonSerializerDefaults.Web) { WriteIndented = true };

    // Suite, key, option, then values of a wrong type and out of range, each as JSON and as typed.
    private static readonly string[][] Parameters =
    [
        ["append", "copies", "--copies", "\"x\"", "x", "[0]", "0"],
        ["append", "rates", "--rate", "[\"x\"]", "x", "[0]", "0"],
        ["append", "ramp", "--ramp", "1", "x", "null", "x"],
        ["append", "streams", "--streams", "1.5", "1.5", "100001", "100001"],
        ["append", "warmUp", "--warm-up", "1", "1", "\"2h\"", "2h"],
        ["append", "duration", "--duration", "1", "1", "\"99ms\"", "99ms"],
        ["append", "trials", "--trials", "\"x\"", "x", "101", "101"],
        ["append", "thresholds", "--threshold", "[\"x\"]", "x", "[\"p99>1s\"]", "p99>1s"],
        ["append", "slo", "--slo", "\"p99=1s\"", "p99=1s", "1", "1"],
        ["append", "untilDecided", "--until-decided", "1", "1", "\"0\"", "0"],
        ["append", "timeout", "--timeout", "5", "5", "\"1ms\"", "1ms"],
        ["enrolment", "preloads", "--preload", "[1.5]", "1.5", "[-1]", "-1"],
        ["enrolment", "hotCourses", "--hot-courses", "\"x\"", "x", "11", "11"],
        ["reservation", "shows", "--shows", "\"x\"", "x", "0", "0"],
        ["reservation", "seats", "--seats", "\"x\"", "x", "10001", "10001"],
        ["reservation", "grouping", "--grouping", "\"x\"", "x", "1001", "1001"],
        ["reservation", "requestOrders", "--request-order", "[1]", "1", "[\"random\"]", "random"],
        ["reservation", "commandHandling", "--command-handling", "\"x\"", "x", "[\"optimistic\", \"optimistic\"]", "optimistic,optimistic"],
        ["reservation", "maxAttempts", "--max-attempts", "\"x\"", "x", "0", "0"],
        ["reservation", "slo", "--slo", "1", "1", "\"p100=1s\"", "p100=1s"],
        ["reservation", "skews", "--skew", "[\"x\"]", "x", "[5.1]", "5.1"],
        ["reservation", "killNodeAt", "--kill-node-at", "1", "1", "\"0\"", "0"],
        ["ingest", "counts", "--counts", "[\"x\"]", "x", "[0]", "0"],
        ["ingest", "buffers", "--buffers", "[1]", "1", "[\"63B\"]", "63B"],
        ["ingest", "bufferModes", "--buffer-mode", "1", "1", "[\"both\"]", "both"],
        ["ingest", "nodes", "--nodes", "1", "x", "[10]", "10"],
        ["ingest", "linger", "--linger", "1", "1", "\"61s\"", "61s"],
        ["ingest", "memoryLimit", "--memory-limit", "1", "1", "\"63KB\"", "63KB"],
        ["growth", "events", "--events", "\"x\"", "x", "1", "1"],
        ["growth", "sampleEvery", "--sample-every", "\"x\"", "x", "1", "1"],
        ["growth", "background", "--background", "\"x\"", "x", "-1", "-1"],
    ];

    [Fact]
    public void Help_is_as_in_the_snapshot()
    {
        var root = Commands.Root();
        var all = new StringBuilder();
        foreach (var name in root.Subcommands.Select(c => c.Name).Prepend(""))
        {
            var help = new StringWriter();
            root.Parse($"{name} --help").Invoke(new InvocationConfiguration { Output = help });
            var lines = help.ToString().Replace(RootCommand.ExecutableName, "EventSourcingBench", StringComparison.Ordinal)
                .Split('\n').Select(l => l.TrimEnd());
            all.Append("## ").Append(name).Append('\n').AppendJoin('\n', lines);
        }

        ShouldBeSnapshot("help.txt", all.ToString());
    }

    [Fact]
    public void Profiles_are_as_in_the_snapshot()
    {
        var profiles = SuiteCatalog.All.ToDictionary(
            s => s.Name, s => WorkloadFile.Profiles(s.Name).ToDictionary(p => p, p => WorkloadFile.Load(s.Name, p).ToRecord()));

        ShouldBeSnapshot("profiles.json", JsonSerializer.Serialize(profiles, Indented));
    }

    [Fact]
    public void Errors_are_as_in_the_snapshot()
    {
        var all = new List<string>();
        foreach (var parameter in Parameters)
        {
            var (suite, key, option) = (parameter[0], parameter[1], parameter[2]);
            foreach (var (json, typed) in new[] { (parameter[3], parameter[4]), (parameter[5], parameter[6]) })
            {
                all.AddRange([$"{suite} {key} = {json}", "  " + OfFile(suite, key, json)]);
                all.AddRange([$"{suite} {option}={typed}", "  " + OfCommandLine(suite, $"{option}={typed}")]);
            }
        }

        all.AddRange(["append stream", "  " + OfFile("append", "stream", "2")]);
        all.AddRange(["append --stream=2", "  " + OfCommandLine("append", "--stream=2")]);
        ShouldBeSnapshot("errors.txt", string.Join('\n', all));
    }

    // The smoke profile of the suite with this value.
    private string OfFile(string suite, string key, string json)
    {
        var file = JsonNode.Parse(
            File.ReadAllText(Path.Combine(AppContext.BaseDirectory, "workloads", suite + ".json")), documentOptions: WithComments)!;
        file["profiles"]!["smoke"]![key] = JsonNode.Parse(json);
        var path = Temp.Write("mine.json", file.ToJsonString(Indented));
        return Should.Throw<UserException>(() => WorkloadFile.Read(path, suite, "smoke"), json).Message
            .Replace(path, "mine.json", StringComparison.Ordinal);
    }

    private static string OfCommandLine(string suite, string argument)
    {
        var result = TestTools.Parse(suite, argument);
        return result.Errors.Count > 0
            ? string.Join("; ", Commands.Messages(result))
            : Should.Throw<UserException>(
                () => RunPreparation.Make(TestTools.Settings(suite, argument), TimeProvider.System), argument).Message;
    }

    private static void ShouldBeSnapshot(string name, string actual)
    {
        if (Environment.GetEnvironmentVariable("EVENTSOURCINGBENCH_SNAPSHOTS") is { Length: > 0 } update)
            File.WriteAllText(Path.Combine(update, name), actual);
        else
            actual.ShouldBe(File.ReadAllText(Path.Combine(AppContext.BaseDirectory, "Snapshots", name)));
    }
}
