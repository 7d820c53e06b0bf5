using System.Security.Cryptography;
using EventSourcingBench.Abstractions;

namespace EventSourcingBench.Hosting;

/// <summary>What every PostgreSQL from this machine's binaries begins with: binaries, a user, an empty cluster.</summary>
/// <param name="Binaries">The binaries.</param>
/// <param name="User">Who runs them.</param>
/// <param name="Password">The superuser's, generated.</param>
internal sealed record PostgresSetup(PostgresBinaries Binaries, ServerUser User, string Password)
{
    public const string Superuser = "bench";

    private const string Fix = "Install PostgreSQL's server (Debian and Ubuntu: apt-get install postgresql; macOS: brew install postgresql@17).";
    private static readonly TimeSpan InitLimit = TimeSpan.FromSeconds(60);
    private static readonly TimeSpan CheckLimit = TimeSpan.FromSeconds(5);

    /// <summary>Finds binaries that run, or says why there are none.</summary>
    public static async Task<(PostgresSetup? Setup, Unavailable? Unavailable)> FindAsync(
        Func<PostgresBinaries?> find, string kind, CancellationToken cancellationToken)
    {
        if (OperatingSystem.IsWindows())
        {
            return (null, new Unavailable("PostgreSQL is not started from binaries on Windows.", $"Set {EnvironmentProvisioner.Variable(kind)}."));
        }

        if (find() is not { } binaries)
        {
            return (null, new Unavailable("There is no initdb and postgres on this machine.", Fix));
        }

        var (user, noUser) = await ServerUser.FindAsync(cancellationToken);
        if (user is null)
        {
            return (null, noUser);
        }

        var version = await user.RunAsync(CheckLimit, cancellationToken, binaries.Postgres, "--version");
        return version.ExitCode == 0
            ? (new PostgresSetup(binaries, user, RandomNumberGenerator.GetHexString(32, lowercase: true)), null)
            : (null, new Unavailable(
                $"{binaries.Postgres} does not run as the user {user.Name ?? Environment.UserName}. {Sentence.LastWords(version.Output)}", Fix)
            {
                IsFailure = true,
            });
    }

    /// <summary>Makes an empty cluster.</summary>
    /// <exception cref="StoreUnavailableException">initdb failed, or its user cannot get there.</exception>
    public async Task InitAsync(string dataFolder, string cluster, CancellationToken cancellationToken)
    {
        Directory.CreateDirectory(dataFolder);
        await User.TakeOverAsync(dataFolder, cancellationToken);
        var passwordFile = Path.Combine(dataFolder, "password");
        await WriteSecretAsync(passwordFile, Password, cancellationToken);
        // --no-sync: an empty cluster that is removed at the end need not outlive a power cut; it saves a second.
        var result = await User.RunAsync(
            InitLimit,
            cancellationToken,
            [
                Binaries.Initdb, "-D", cluster, "--username", Superuser, "--pwfile", passwordFile, "--auth", "scram-sha-256",
                "--encoding", "UTF8", "--locale", "C", "--no-sync",
            ]);
        File.Delete(passwordFile);
        if (result.ExitCode != 0)
        {
            throw new StoreUnavailableException($"{Binaries.Initdb} failed. {Sentence.LastWords(result.Output.TakeLast(5))}");
        }
    }

    /// <summary>Where nodes find the password of one another.</summary>
    public static string PasswordFile(string dataFolder) => Path.Combine(dataFolder, "pgpass");

    /// <summary>Writes that file: on a command line everybody could read the password.</summary>
    public Task WritePasswordFileAsync(string dataFolder, CancellationToken cancellationToken) =>
        WriteSecretAsync(PasswordFile(dataFolder), $"127.0.0.1:*:*:{Superuser}:{Password}\n", cancellationToken);

    // Created with its final mode, so that it is at no moment readable by others; then given to the servers' user.
    private async Task WriteSecretAsync(string file, string text, CancellationToken cancellationToken)
    {
        var options = new FileStreamOptions { Mode = FileMode.CreateNew, Access = FileAccess.Write };
        if (!OperatingSystem.IsWindows())
        {
            options.UnixCreateMode = UnixFileMode.UserRead | UnixFileMode.UserWrite;
        }

        await using (var writer = new StreamWriter(file, options))
        {
            await writer.WriteAsync(text.AsMemory(), cancellationToken);
        }

        await User.TakeOverAsync(file, cancellationToken);
    }
}
