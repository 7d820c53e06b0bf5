namespace EventSourcingBench.Measurement.Results;

/// <summary>A results folder: <c>run.json</c>, <c>environment.json</c> and <c>steps/NNN.json</c>, in the order of running. Steps are
/// written as they end, so that an interrupted run keeps what it measured.</summary>
public sealed record RunFolder(string Path, RunRecord Run, EnvironmentRecord Environment, IReadOnlyList<StepRecord> Steps)
{
    private const string RunFile = "run.json";
    private const string EnvironmentFile = "environment.json";
    private const string StepsFolder = "steps";

    public static void WriteStep(string folder, StepRecord step)
    {
        var steps = Directory.CreateDirectory(System.IO.Path.Combine(folder, StepsFolder));
        WriteJson(System.IO.Path.Combine(steps.FullName, FormattableString.Invariant($"{step.Number:000}.json")), step, RunJson.Compact);
    }

    public static void WriteRun(string folder, RunRecord run, EnvironmentRecord environment)
    {
        Directory.CreateDirectory(folder);
        WriteJson(System.IO.Path.Combine(folder, RunFile), run, RunJson.Indented);
        WriteJson(System.IO.Path.Combine(folder, EnvironmentFile), environment, RunJson.Indented);
    }

    /// <summary>Whether a folder has a run's file, whatever is in it.</summary>
    public static bool Is(string folder) => File.Exists(System.IO.Path.Combine(folder, RunFile));

    /// <summary>Reads a results folder; a store is in the weakest tier that was found in a step.</summary>
    /// <exception cref="FormatException">It is no results folder, of a newer version, or damaged; the message names the place.</exception>
    public static RunFolder Read(string folder)
    {
        var runFile = System.IO.Path.Combine(folder, RunFile);
        if (!File.Exists(runFile))
            throw new FormatException($"{folder} is not a results folder: it has no {RunFile}.");

        JsonErrors.RequireVersion(runFile, RunRecord.CurrentSchemaVersion);
        var run = ReadJson<RunRecord>(runFile);
        var stepsFolder = System.IO.Path.Combine(folder, StepsFolder);
        var steps = Directory.Exists(stepsFolder)
            ? Directory.GetFiles(stepsFolder, "*.json").Select(ReadJson<StepRecord>).OrderBy(s => s.Number).ToList() : [];
        var environment = ReadJson<EnvironmentRecord>(System.IO.Path.Combine(folder, EnvironmentFile));
        return new RunFolder(folder, run.WithTiersOf(steps), environment, steps);
    }

    /// <summary>Writes a file beside and moves it over, so that a full disk or a crash leaves no half file under the real name.</summary>
    public static void WriteWhole(string path, byte[] content)
    {
        File.WriteAllBytes(path + ".tmp", content);
        File.Move(path + ".tmp", path, overwrite: true);
    }

    internal static void WriteJson<T>(string path, T value, JsonSerializerOptions options) =>
        WriteWhole(path, JsonSerializer.SerializeToUtf8Bytes(value, options));

    private static T ReadJson<T>(string path) => JsonErrors.Read<T>(path, RunJson.Indented);
}
