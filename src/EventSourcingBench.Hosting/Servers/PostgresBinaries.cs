using System.Globalization;

namespace EventSourcingBench.Hosting;

/// <summary>A folder with PostgreSQL's <c>initdb</c> and <c>postgres</c>.</summary>
/// <param name="Folder">The folder.</param>
internal sealed record PostgresBinaries(string Folder)
{
    // Distributions keep them out of PATH, one folder for each major version.
    private static readonly (string Parent, string Pattern)[] Installations =
    [
        ("/usr/lib/postgresql", "*"),
        ("/usr", "pgsql-*"),
        ("/opt/homebrew/opt", "postgresql*"),
        ("/usr/local/opt", "postgresql*"),
    ];

    public string Initdb => Path.Combine(Folder, "initdb");

    public string Postgres => Path.Combine(Folder, "postgres");

    /// <summary>Copies a running primary; null where it is not there. Some distributions have it in a package by itself.</summary>
    public string? BaseBackup => Beside("pg_basebackup");

    /// <summary>Asks a server; null where it is not there.</summary>
    public string? Psql => Beside("psql");

    /// <summary>Those of PATH, else the newest installed; null where there are none.</summary>
    public static PostgresBinaries? Find() => First(Executables.PathFolders) ?? First(Installed());

    /// <summary>The server's real path, where <see cref="Postgres"/> is a link to it.</summary>
    public string Origin => File.ResolveLinkTarget(Postgres, returnFinalTarget: true)?.FullName ?? Postgres;

    /// <summary>The first folder that has both.</summary>
    public static PostgresBinaries? First(IEnumerable<string> folders) =>
        folders.Select(f => new PostgresBinaries(f)).FirstOrDefault(b => File.Exists(b.Initdb) && File.Exists(b.Postgres));

    private static IEnumerable<string> Installed() => Installations
        .Where(i => Directory.Exists(i.Parent))
        .SelectMany(i => Directory.EnumerateDirectories(i.Parent, i.Pattern))
        .OrderByDescending(Version)
        .Select(f => Path.Combine(f, "bin"));

    // Beside the server itself they are of its version; the folder may hold no more than links to the server.
    private string? Beside(string name) =>
        new[] { Folder, Path.GetDirectoryName(Origin)! }.Select(f => Path.Combine(f, name)).FirstOrDefault(File.Exists) ?? Executables.Find(name);

    private static int Version(string folder)
    {
        var digits = string.Concat(Path.GetFileName(folder).Where(char.IsAsciiDigit));
        return int.TryParse(digits, CultureInfo.InvariantCulture, out var version) ? version : 0;
    }
}
