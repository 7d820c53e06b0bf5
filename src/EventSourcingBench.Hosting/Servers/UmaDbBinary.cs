using System.IO.Compression;

namespace EventSourcingBench.Hosting;

/// <summary>
/// UmaDB's server: an executable, or the Python wheel that carries it as an extension module, which needs a Python 3.10 or
/// later but no installation.
/// </summary>
/// <param name="Path">The executable or the wheel.</param>
internal sealed record UmaDbBinary(string Path)
{
    private const string Variable = "UMADB";
    private const string WheelExtension = ".whl";

    // Without this the module looks at the arguments of Python itself.
    private const string Start = "import sys, umadb; umadb.run_server_from_args(['umadb', *sys.argv[1:]])";

    /// <summary>True for the wheel.</summary>
    public bool IsWheel => Path.EndsWith(WheelExtension, StringComparison.Ordinal);

    /// <summary>The path of <c>UMADB</c>, else the executable of PATH, else the newest wheel in <c>shared/umadb</c> beside the repository; null where there is none.</summary>
    /// <exception cref="UserException"><c>UMADB</c> names no file.</exception>
    public static UmaDbBinary? Find()
    {
        if (Environment.GetEnvironmentVariable(Variable) is { Length: > 0 } given)
        {
            return File.Exists(given)
                ? new UmaDbBinary(System.IO.Path.GetFullPath(given))
                : throw new UserException($"{Variable} is {given}, which is not a file. Give it the path of the umadb executable or of its wheel, or unset it.");
        }

        return (Executables.Find("umadb") ?? Wheel(PluginLocator.FindRepositoryRoot(AppContext.BaseDirectory))) is { } found ? new UmaDbBinary(found) : null;
    }

    /// <summary>Why it cannot be started here; null when it can.</summary>
    public string? Missing() => IsWheel && Executables.Find("python3") is null ? $"{Path} needs python3, which is not on this machine." : null;

    /// <summary>The command that starts it. Unpacks the wheel into a folder.</summary>
    public async Task<(string FileName, IReadOnlyList<string> Arguments, IReadOnlyDictionary<string, string?> Environment)> CommandAsync(
        string folder, CancellationToken cancellationToken)
    {
        if (!IsWheel)
        {
            return (Path, [], new Dictionary<string, string?>(StringComparer.Ordinal));
        }

        var module = System.IO.Path.Combine(folder, "wheel");
        await ZipFile.ExtractToDirectoryAsync(Path, module, overwriteFiles: true, cancellationToken);
        return (
            Executables.Find("python3")!,
            ["-c", Start],
            new Dictionary<string, string?>(StringComparer.Ordinal) { ["PYTHONPATH"] = module, ["PYTHONUNBUFFERED"] = "1" });
    }

    private static string? Wheel(string? repository)
    {
        var folder = repository is null ? null : System.IO.Path.Combine(repository, "..", "shared", "umadb");
        return folder is not null && Directory.Exists(folder)
            ? Directory.EnumerateFiles(folder, "umadb-*" + WheelExtension).Order(StringComparer.Ordinal).LastOrDefault() is { } wheel ? System.IO.Path.GetFullPath(wheel) : null
            : null;
    }
}
