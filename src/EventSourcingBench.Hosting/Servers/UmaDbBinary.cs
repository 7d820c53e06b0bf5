using System.IO.Compression;
using EventSourcingBench.Abstractions;

namespace EventSourcingBench.Hosting;

/// <summary>
/// UmaDB's server: an executable, or the Python wheel that carries it as an extension module, which needs a Python 3.10 or
/// later but no installation.
/// </summary>
/// <param name="Path">The executable or the wheel.</param>
/// <param name="IsNamed">Whether <c>UMADB</c> names it.</param>
internal sealed record UmaDbBinary(string Path, bool IsNamed = false)
{
    private const string Variable = "UMADB";
    private const string WheelExtension = ".whl";

    // Without this the module looks at the arguments of Python itself.
    private const string Start = "import sys, umadb; umadb.run_server_from_args(['umadb', *sys.argv[1:]])";

    /// <summary>True for the wheel.</summary>
    public bool IsWheel => Path.EndsWith(WheelExtension, StringComparison.Ordinal);

    /// <summary>
    /// The path of <c>UMADB</c>, else the executable of PATH, else the newest wheel in <c>shared/umadb</c> beside the repository; null
    /// where it is not there.
    /// </summary>
    public static UmaDbBinary? Find()
    {
        if (Given is { } given)
        {
            return File.Exists(given) ? new UmaDbBinary(System.IO.Path.GetFullPath(given), IsNamed: true) : null;
        }

        return (Executables.Find("umadb") ?? Wheel(PluginLocator.FindRepositoryRoot(AppContext.BaseDirectory))) is { } found ? new UmaDbBinary(found) : null;
    }

    /// <summary>What failed, at the beginning of a sentence.</summary>
    public string Subject => IsNamed ? $"{Variable} names {Path}, which" : Path;

    private static string? Given => Environment.GetEnvironmentVariable(Variable) is { Length: > 0 } given ? given : null;

    /// <summary>What is wrong with <c>UMADB</c>; null where it is not set or names a file.</summary>
    public static Unavailable? WrongVariable() => Given is { } given && !File.Exists(given)
        ? new Unavailable(
            $"{Variable} names {given}, which is not there.",
            $"Set {Variable} to the path of the umadb executable or of its wheel, or unset it.")
        {
            IsFailure = true,
        }
        : null;

    /// <summary>Why it cannot be started here; null when it can.</summary>
    public string? Missing() => IsWheel && Executables.Find("python3") is null ? $"{Subject} needs python3, which is not on this machine." : null;

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
