using System.Text.Json.Nodes;

namespace EventSourcingBench.LoadTests.Tests;

/// <summary>What users see of parameters, compared with files: help, profiles and errors.</summary>
public sealed class ParameterSnapshotTests : TempFolderTest
{
    private static readonly JsonDocumentOptions WithComments = new() { CommentHandling = JsonCommentHandling.Skip };
    private static readonly JsonSerializerOptions Indented = new(JsonSerializerDefaults.Web) { WriteIndented = true };

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

        Snapshots.ShouldBe("help.txt", all.ToString());
    }

    [Fact]
    public void Profiles_are_as_in_the_snapshot()
    {
        var profiles = SuiteCatalog.All.ToDictionary(
            s => s.Name, s => WorkloadFile.Profiles(s.Name).ToDictionary(p => p, p => WorkloadFile.Load(s.Name, p).ToRecord()));

        Snapshots.ShouldBe("profiles.json", JsonSerializer.Serialize(profiles, Indented));
    }

    // What is asked is a value in a file of workloads, or what is typed behind a suite.
    [Fact]
    public Task Errors_are_as_in_the_snapshot() => Snapshots.ShouldAnswerAsync("errors.txt", line => Task.FromResult(
        line.Split(' ', 4) is [var suite, var key, "=", var json] ? OfFile(suite, key, json) : OfCommandLine(line)));

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

    private static string OfCommandLine(string line)
    {
        var (suite, arguments) = (line.Split(' ')[0], line[(line.IndexOf(' ') + 1)..]);
        var result = TestTools.Parse(suite, arguments);
        return result.Errors.Count > 0
            ? string.Join("; ", Commands.Messages(result))
            : Should.Throw<UserException>(
                () => RunPreparation.Make(TestTools.Settings(suite, arguments), TimeProvider.System), line).Message;
    }
}
