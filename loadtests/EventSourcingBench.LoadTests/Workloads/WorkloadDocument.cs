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

    /// <param name="path">The file.</param>
    /// <param name="suite">The suite that it must be for.</param>
    public static WorkloadDocument Read(string path, Suite suite)
    {
        var root = LineJson.ReadFile(path);
        root.RequireKeys(Keys);
        if (root.Required("suite").Text() is var named && named != suite.Name)
        {
            throw new UserException($"{path} is a workload of the suite {named}, not of {suite.Name}.");
        }

        var question = root.Required("question").Text();
        var profiles = new OrderedDictionary<string, WorkloadRecord>(StringComparer.Ordinal);
        var values = root.Required("profiles");
        foreach (var (name, value) in values.Members())
        {
            profiles.Add(name, WorkloadReader.Read(value, suite.Shape, question));
        }

        return profiles.Count > 0
            ? new WorkloadDocument(path, suite.Name, profiles)
            : throw values.Error("there is no profile: add at least one.");
    }

    public WorkloadRecord Profile(string name) => Profiles.TryGetValue(name, out var workload)
        ? workload
        : throw NameSuggestion.Unknown($"profile of {Suite}", name, Profiles.Keys);
}
