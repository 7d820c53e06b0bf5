using System.Diagnostics;
using System.Globalization;
using EventSourcingBench.Abstractions;

namespace EventSourcingBench.Hosting;

/// <summary>A server of several, and its questions and orders, which psql brings it.</summary>
/// <param name="Setup">The binaries, and who runs them.</param>
/// <param name="DataFolder">Of all nodes; it holds the file with the password.</param>
/// <param name="Name">By which the primary knows it.</param>
/// <param name="Process">The server.</param>
/// <param name="Port">Its port on loopback.</param>
internal sealed record PostgresNode(PostgresSetup Setup, string DataFolder, string Name, SupervisedProcess Process, int Port)
{
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(40);

    /// <summary>The first column of the answer's first row.</summary>
    /// <exception cref="StoreUnavailableException">It did not answer, or refused.</exception>
    public async Task<string> AskAsync(CancellationToken cancellationToken, params string[] statements)
    {
        var start = new ProcessStartInfo(
            Setup.Binaries.Psql!,
            [
                "-X", "-A", "-t", "-q", "-w", "-v", "ON_ERROR_STOP=1", "-h", "127.0.0.1", "-p", Port.ToString(CultureInfo.InvariantCulture),
                "-U", PostgresSetup.Superuser, "-d", "postgres", .. statements.SelectMany(s => (string[])["-c", s]),
            ])
        {
            WorkingDirectory = "/",
        };
        foreach (var (name, value) in ServerEnvironment.With([new("PGPASSWORD", Setup.Password)]))
        {
            start.Environment[name] = value;
        }

        var result = await ChildCommand.RunAsync(start, Limit, cancellationToken);
        return result is { ExitCode: 0 }
            ? result.Output is [var first, ..] ? first : ""
            : throw new StoreUnavailableException(
                $"{Name} did not carry out a command: {string.Join(' ', result?.Output ?? ["psql is not there."])}");
    }

    /// <summary>Has a standby follow another primary from now on.</summary>
    public Task FollowAsync(PostgresNode primary, CancellationToken cancellationToken) => AskAsync(
        cancellationToken,
        $"ALTER SYSTEM SET primary_conninfo = '{primary.FollowedBy(Name)}'",
        "SELECT pg_reload_conf()");

    /// <summary>How another node follows this one.</summary>
    public string FollowedBy(string name) =>
        $"host=127.0.0.1 port={Port.ToString(CultureInfo.InvariantCulture)} user={PostgresSetup.Superuser} passfile={PostgresSetup.PasswordFile(DataFolder)} application_name={name}";

    /// <summary>How much of the log a standby has on disk, once nothing more comes from a primary that is dead.</summary>
    public async Task<long> ReceivedAsync(CancellationToken cancellationToken)
    {
        while (await AskAsync(cancellationToken, "SELECT count(*) FROM pg_stat_wal_receiver WHERE status = 'streaming'") != "0")
        {
            await Task.Delay(20, cancellationToken);
        }

        return long.Parse(
            await AskAsync(cancellationToken, "SELECT coalesce(pg_wal_lsn_diff(greatest(pg_last_wal_receive_lsn(), pg_last_wal_replay_lsn()), '0/0'), 0)::bigint"),
            CultureInfo.InvariantCulture);
    }
}
