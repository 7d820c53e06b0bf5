using System.Text.RegularExpressions;

namespace EventSourcingBench.Tests;

/// <summary>Texts that are compared with files, letter by letter. After a wanted change run the tests with EVENTSOURCINGBENCH_SNAPSHOTS set
/// to the folder of the files, which writes them again, and read the difference.</summary>
internal static class Snapshots
{
    public static void ShouldBe(string name, string actual, string folder = "Snapshots")
    {
        if (Environment.GetEnvironmentVariable("EVENTSOURCINGBENCH_SNAPSHOTS") is { Length: > 0 } update)
            File.WriteAllText(Path.Combine(update, name), actual);
        else
            actual.ShouldBe(Read(name, folder));
    }

    /// <summary>Each line of the file that is not indented is asked; the answer stands indented below it.</summary>
    public static async Task ShouldAnswerAsync(string name, Func<string, Task<string>> ask)
    {
        var all = new List<string>();
        foreach (var line in Read(name, "Snapshots").Split('\n').Where(line => !line.StartsWith(' ')))
            all.AddRange([line, "  " + (await ask(line)).ReplaceLineEndings("\n  ")]);

        ShouldBe(name, string.Join('\n', all));
    }

    /// <summary>A text in which a line has one replaced by another, as in <c>one -&gt; other</c>; without the first, it is the other. Tabs
    /// and line ends are escaped.</summary>
    public static string Replaced(string text, string line)
    {
        var parts = line.Split("->", StringSplitOptions.TrimEntries).Select(Regex.Unescape).ToList();
        return parts[0].Length == 0 ? parts[1] : text.Replace(parts[0], parts[1], StringComparison.Ordinal);
    }

    private static string Read(string name, string folder) => File.ReadAllText(Path.Combine(AppContext.BaseDirectory, folder, name));
}
