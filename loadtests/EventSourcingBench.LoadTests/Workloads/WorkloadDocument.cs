using EventSourcingBench.Hosting;
using EventSourcingBench.Measurement;

namespace EventSourcingBench.LoadTests;

/// <summary>A workload file that was read and checked.</summary>
/// <param name="Path">The file.</param>
/// <param name="Suite">The suite that it is for.</param>
/// <param name="Profiles">The parameters by profile, in the order of the file; at least one.</param>
internal sealed record WorkloadDocument(string Path, string Suite, IReadOnlyDictionary<string, WorkloadRecord> Profiles)
{
    private static readonly string[] Keys = ["suite", "question", "profiles"];

    public static WorkloadDocument Read(string path)
    {
        var root = LineJson.ReadFile(path);
        root.RequireKeys(Keys);
        var question = root.Required("question").Text();
        var profiles = new OrderedDictionary<string, WorkloadRecord>(StringComparer.Ordinal);
        var values = root.Required("profiles");
        foreach (var (name, value) in values.Members())
        {
            profiles.Add(name, WorkloadReader.Read(value, question));
        }

        return profiles.Count > 0
            ? new WorkloadDocument(path, root.Required("suite").Text(), profiles)
            : throw values.Error("there is no profile: add at least one.");
    }

    public WorkloadRecord Profile(string name) => Profiles.TryGetValue(name, out var workload)
        ? workload
        : throw NameSuggestion.Unknown($"profile of {Suite}", name, Profiles.Keys);
}
