using System.Text.RegularExpressions;

namespace EventSourcingBench.Hosting.Servers;

/// <summary>A server's executable on this machine, found as its <see cref="LocalSpec"/> says.</summary>
internal sealed partial record ServerBinary(string Path, string? Variable = null)
{
    /// <summary>What failed, at the beginning of a sentence.</summary>
    public string Subject => Variable is null ? Path : $"{Variable} names {Path}, which";

    public string RealPath => File.ResolveLinkTarget(Path, returnFinalTarget: true)?.FullName ?? Path;

    /// <summary>Finds it, with all its tools, or says what is not there.</summary>
    public static (ServerBinary? Binary, Unavailable? Unavailable) Find(LocalSpec spec)
    {
        if (spec.Variables.FirstOrDefault(v => Environment.GetEnvironmentVariable(v) is { Length: > 0 }) is { } variable)
        {
            var given = System.IO.Path.GetFullPath(Environment.GetEnvironmentVariable(variable)!);
            var (missing, fix) = ($"{variable} names {given}, which is not there.", $"Correct {variable}, or unset it. {spec.Install}");
            return File.Exists(given)
                ? Complete(new ServerBinary(given, variable), spec) : (null, new Unavailable(missing, fix) { IsFailure = true });
        }

        var found = spec.Executables.Select(Executables.Find).OfType<string>().Concat(Installed(spec.Places))
            .Select(path => Complete(new ServerBinary(path), spec)).ToList();
        return found.Find(f => f.Binary is not null) is { Binary: not null } complete ? complete
            : found.Count > 0 ? found[0]
            : (null, new Unavailable($"There is no {string.Join(" or ", spec.Executables)} on this machine.", spec.Install));
    }

    /// <summary>The path of another executable: beside this one or what it links to, or in PATH; null where there is none.</summary>
    public string? Tool(string name) =>
        new[] { Path, RealPath }.Select(p => System.IO.Path.Combine(System.IO.Path.GetDirectoryName(p)!, name)).FirstOrDefault(File.Exists)
        ?? Executables.Find(name);

    /// <summary>What has to run it; null where it runs by itself.</summary>
    public string? Runner(LocalSpec spec) => spec.Runners.GetValueOrDefault(System.IO.Path.GetExtension(Path));

    private static (ServerBinary? Binary, Unavailable? Unavailable) Complete(ServerBinary binary, LocalSpec spec)
    {
        var reason = binary.Runner(spec) is { } runner && Executables.Find(runner) is null
            ? $"{binary.Subject} needs {runner}, which is not on this machine."
            : spec.Tools.FirstOrDefault(t => binary.Tool(t) is null) is { } missing ? $"There is no {missing} beside {binary.Path}." : null;
        return reason is null ? (binary, null) : (null, new Unavailable(reason, spec.Install) { IsFailure = binary.Variable is not null });
    }

    // The highest version: a place with several has its number in a name.
    private static IEnumerable<string> Installed(IReadOnlyList<string> places)
    {
        var root = places.All(System.IO.Path.IsPathRooted) ? null : PluginLocator.FindRepositoryRoot(AppContext.BaseDirectory);
        return places.Where(p => root is not null || System.IO.Path.IsPathRooted(p))
            .SelectMany(p => Matches(System.IO.Path.GetFullPath(System.IO.Path.Combine(root ?? "", p))))
            .OrderByDescending(Version, StringComparer.Ordinal);
    }

    private static IEnumerable<string> Matches(string pattern)
    {
        IEnumerable<string> root = [System.IO.Path.GetPathRoot(pattern)!];
        return pattern.Split(System.IO.Path.DirectorySeparatorChar, StringSplitOptions.RemoveEmptyEntries)
            .Aggregate(root, (found, part) => part.Contains('*', StringComparison.Ordinal)
                ? found.Where(Directory.Exists).SelectMany(f => Directory.EnumerateFileSystemEntries(f, part))
                : found.Select(f => System.IO.Path.Combine(f, part)))
            .Where(File.Exists);
    }

    // The numbers in a path, such that they compare as text.
    private static string Version(string path) => string.Concat(Numbers().Matches(path).Select(m => m.Value.PadLeft(20, '0')));

    [GeneratedRegex(@"\d+")]
    private static partial Regex Numbers();
}
