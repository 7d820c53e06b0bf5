namespace EventSourcingBench.Hosting.Servers;

/// <summary>A server's executable on this machine, found as its <see cref="LocalSpec"/> says.</summary>
internal sealed record ServerBinary(string Path, string? Variable = null)
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

    private static IEnumerable<string> Installed(IReadOnlyList<string> places)
    {
        var root = places.All(System.IO.Path.IsPathRooted) ? null : PluginLocator.FindRepositoryRoot(AppContext.BaseDirectory);
        return Executables.Installed(places.Where(p => root is not null || System.IO.Path.IsPathRooted(p))
            .Select(p => System.IO.Path.GetFullPath(System.IO.Path.Combine(root ?? "", p))));
    }
}
