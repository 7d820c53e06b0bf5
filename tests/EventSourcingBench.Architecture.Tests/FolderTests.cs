using System.Text.RegularExpressions;

namespace EventSourcingBench.Architecture.Tests;

/// <summary>Folders of a project depend on each other in one direction. A folder depends on another where a word of its sources is the name
/// of a type that is declared in that other folder alone.</summary>
public sealed partial class FolderTests
{
    public static TheoryData<string> Projects =>
        [.. Repository.Under("src/"), .. Repository.Under("loadtests/"), .. Repository.Under("benchmarks/")];

    [Theory]
    [MemberData(nameof(Projects))]
    public void No_folder_stands_in_a_circle(string name) =>
        CircleIn(Path.GetDirectoryName(Repository.Project(name).Path)!).ShouldBeEmpty();

    [Theory]
    [MemberData(nameof(Projects))]
    public void A_folder_is_a_namespace(string name)
    {
        var root = Path.GetDirectoryName(Repository.Project(name).Path)!;
        Sources(root).Where(s => Namespace().Match(s.Text) is { Success: true } found
                && found.Groups["name"].Value != string.Join('.', s.Folder.Split('/').Prepend(name)).TrimEnd('.'))
            .Select(s => s.Path).ShouldBeEmpty();
    }

    [Fact]
    public void No_line_is_over_140_columns() => new[] { "src", "loadtests", "benchmarks", "tests" }
        .SelectMany(folder => Repository.Sources(Path.Combine(Repository.Root, folder)))
        .SelectMany(path => File.ReadLines(path).Select((line, index) => (Place: $"{path}:{index + 1}", line.Length)))
        .Where(l => l.Length > 140).Select(l => l.Place)
        .ShouldBeEmpty();

    [Fact]
    public void A_circle_is_found()
    {
        using var root = new TempFolder();
        Write("A", "internal sealed class One { private Two? two; }");
        Write("B", "internal sealed class Two { private Three? three; }");
        Write("C", "internal sealed class Three;");
        CircleIn(root.Path).ShouldBeEmpty();
        Write("C", "internal sealed class Three { private One? one; }");
        CircleIn(root.Path).ShouldBe(["A", "B", "C"], ignoreOrder: true);

        void Write(string folder, string text) => root.Write($"{folder}/Type.cs", $"namespace {folder};\n\n{text}\n");
    }

    private static List<string> CircleIn(string root)
    {
        var sources = Sources(root).Select(s => s with { Text = NotCode().Replace(s.Text, " ") }).ToList();
        var homes = sources.SelectMany(s => Declaration().Matches(s.Text).Select(m => (Type: m.Groups["name"].Value, s.Folder))).Distinct()
            .GroupBy(d => d.Type, StringComparer.Ordinal).Where(g => g.Count() == 1)
            .ToDictionary(g => g.Key, g => g.Single().Folder, StringComparer.Ordinal);
        var arrows = sources.SelectMany(s => Word().Matches(s.Text).Select(m => homes.GetValueOrDefault(m.Value)).OfType<string>()
            .Where(f => f != s.Folder).Select(f => (From: s.Folder, To: f))).Distinct()
            .ToLookup(a => a.From, a => a.To, StringComparer.Ordinal);
        return [.. arrows.Select(a => a.Key).Where(f => Reached(f).Contains(f))];

        // All folders that one depends on, also through others.
        HashSet<string> Reached(string folder)
        {
            var (reached, next) = (new HashSet<string>(StringComparer.Ordinal), new Stack<string>(arrows[folder]));
            while (next.TryPop(out var at))
            {
                if (reached.Add(at))
                    arrows[at].ToList().ForEach(next.Push);
            }

            return reached;
        }
    }

    private static IEnumerable<(string Path, string Folder, string Text)> Sources(string root) => Repository.Sources(root)
        .Where(path => Path.GetExtension(path) == ".cs")
        .Select(path => (
            path, Path.GetRelativePath(root, Path.GetDirectoryName(path)!).Replace('\\', '/').Trim('.'), File.ReadAllText(path)));

    [GeneratedRegex("""//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\])*" """, RegexOptions.Singleline | RegexOptions.IgnorePatternWhitespace)]
    private static partial Regex NotCode();

    [GeneratedRegex(
        @"^\s*(?:(?:public|internal|private|protected|file|sealed|abstract|static|readonly|partial|ref|unsafe) )*"
            + @"(?:class|record struct|record|struct|interface|enum|delegate [\w<>?,\[\] ]+)\s+(?<name>[A-Z]\w+)",
        RegexOptions.Multiline | RegexOptions.ExplicitCapture)]
    private static partial Regex Declaration();

    [GeneratedRegex(@"\b[A-Z]\w+\b")]
    private static partial Regex Word();

    [GeneratedRegex(@"^namespace (?<name>[\w.]+);", RegexOptions.Multiline | RegexOptions.ExplicitCapture)]
    private static partial Regex Namespace();
}
