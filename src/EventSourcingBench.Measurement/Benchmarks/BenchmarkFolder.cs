namespace EventSourcingBench.Measurement.Benchmarks;

/// <summary>What a run of the microbenchmarks left: BenchmarkDotNet's own full JSON, one file or several (<c>*-report-full.json</c>), in
/// the folder itself or in its <c>results</c> folder.</summary>
/// <param name="Hosts">The machines and runtimes that the files name; one, unless files of several runs lie together.</param>
/// <param name="Records">What was measured, in the order of the files' names and of their contents.</param>
public sealed record BenchmarkFolder(string Path, IReadOnlyList<BenchmarkHost> Hosts, IReadOnlyList<BenchmarkRecord> Records)
{
    public const string FilePattern = "*-report-full.json";

    private const string ResultsFolder = "results";

    /// <summary>The folder's own name, the artifacts folder's where that is just <c>results</c>.</summary>
    public string Name => new DirectoryInfo(Path) is var folder && folder is { Name: ResultsFolder, Parent: { } parent }
        ? parent.Name : folder.Name;

    /// <summary>Whether there are files of the name in the folder, whatever is in them.</summary>
    public static bool Is(string folder) => Directory.Exists(folder) && Files(folder).Length > 0;

    /// <param name="folder">The folder, or one file of any name.</param>
    /// <exception cref="FormatException">It has no such file, another one, or a benchmark twice; the message says which.</exception>
    public static BenchmarkFolder Read(string folder)
    {
        var files = Files(folder);
        if (files.Length == 0)
            throw new FormatException($"{folder} is not a folder of microbenchmarks: it has no {FilePattern}.");

        var read = files.Select(BenchmarkFile.Read).ToList();
        var again = files.Zip(read, (file, content) => content.Records.Select(r => (File: file, Record: r))).SelectMany(r => r)
            .GroupBy(r => (r.Record.Type, r.Record.Method, r.Record.Job, r.Record.Parameters)).FirstOrDefault(g => g.Count() > 1)?.ToList();
        return again is [var first, var second, ..]
            ? throw new FormatException(
                $"{second.File} has {second.Record.Title} again, which {first.File} has too. Keep the files of one run in a folder.")
            : new BenchmarkFolder(folder, [.. read.Select(r => r.Host).Distinct()], [.. read.SelectMany(r => r.Records)]);
    }

    private static string[] Files(string folder)
    {
        string[] places = [folder, System.IO.Path.Combine(folder, ResultsFolder)];
        var files = places.Where(Directory.Exists).Select(p => Directory.GetFiles(p, FilePattern)).FirstOrDefault(f => f.Length > 0) ?? [];
        return File.Exists(folder) ? [folder] : [.. files.Order(StringComparer.Ordinal)];
    }
}
