using EventSourcingBench.Hosting;
using EventSourcingBench.Measurement;

namespace EventSourcingBench.LoadTests;

/// <summary>
/// Workload files: one JSON file for each suite, with the question that the suite asks and the values of its parameters by
/// profile. Comments are allowed. Unknown keys are errors.
/// </summary>
public static class WorkloadFile
{
    // loadtests/workloads, copied beside the program.
    private static readonly string Folder = Path.Combine(AppContext.BaseDirectory, "workloads");

    /// <summary>The suites that have a file, in the order of their names.</summary>
    public static IReadOnlyList<string> Suites { get; } =
        [.. Directory.GetFiles(Folder, "*.json").Select(f => Path.GetFileNameWithoutExtension(f)!).Order(StringComparer.Ordinal)];

    /// <summary>The profiles of a suite, in the order of its file.</summary>
    /// <param name="suite">The suite.</param>
    /// <exception cref="UserException">There is no such suite.</exception>
    public static IReadOnlyList<string> Profiles(string suite) => [.. Document(suite).Profiles.Keys];

    /// <summary>A suite's parameters.</summary>
    /// <param name="suite">The suite.</param>
    /// <param name="profile">The profile: <c>quick</c>, <c>paper</c>, <c>smoke</c>.</param>
    /// <exception cref="UserException">There is no such suite or profile; the message names the valid ones.</exception>
    public static WorkloadRecord Load(string suite, string profile) => Document(suite).Profile(profile);

    /// <summary>The parameters in a file of the user's own.</summary>
    /// <param name="path">The file.</param>
    /// <param name="suite">The suite that is run; the file must be one for it.</param>
    /// <param name="profile">The profile; of no matter where the file has only one.</param>
    /// <exception cref="UserException">The file cannot be read, is malformed, or lacks the profile.</exception>
    public static WorkloadRecord Read(string path, string suite, string profile)
    {
        var document = WorkloadDocument.Read(path, Suite.Find(suite));
        return document.Profile(document.Profiles.Count == 1 ? document.Profiles.Keys.Single() : profile);
    }

    private static WorkloadDocument Document(string suite) => Suites.Contains(suite, StringComparer.Ordinal)
        ? WorkloadDocument.Read(Path.Combine(Folder, suite + ".json"), Suite.Find(suite))
        : throw NameSuggestion.Unknown("suite", suite, Suites);
}
