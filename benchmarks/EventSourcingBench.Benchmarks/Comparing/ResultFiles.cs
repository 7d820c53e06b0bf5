namespace EventSourcingBench.Benchmarks.Comparing;

internal static class ResultFiles
{
    /// <summary>The benchmarks of a file, or of a folder of results, by name; those that failed have no values and are left out.</summary>
    /// <exception cref="UserException">There is no such path, it has no full JSON, or a benchmark is in it twice.</exception>
    public static IReadOnlyDictionary<string, Measured> Read(string path)
    {
        if (!File.Exists(path) && !Directory.Exists(path))
            throw new UserException($"There is no file or folder {path}.");

        try
        {
            return BenchmarkFolder.Read(path).Records
                .Where(r => r.Nanoseconds.Count > 0)
                .GroupBy(r => r.Title, StringComparer.Ordinal)
                .SelectMany(
                    g => g.Select(r => new Measured(g.Count() == 1 ? r.Title : $"{r.Title} [{r.Job}]", r.Nanoseconds, r.AllocatedBytes)))
                .ToDictionary(m => m.Name, StringComparer.Ordinal);
        }
        catch (FormatException e)
        {
            throw new UserException(e.Message, e);
        }
    }
}

/// <summary>One benchmark of one run by its full name, with its job where a run has several; the time of each iteration, and what one
/// operation allocated, null where it was not measured.</summary>
internal sealed record Measured(string Name, IReadOnlyList<double> Nanoseconds, long? AllocatedBytes)
{
    public double Median => Medians.Of(Nanoseconds);
}
