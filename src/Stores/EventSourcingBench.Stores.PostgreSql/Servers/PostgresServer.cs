namespace EventSourcingBench.Stores.PostgreSql.Servers;

internal static class PostgresServer
{
    public const string User = "bench";

    // The eighth line of postmaster.pid is the state, which pg_ctl waits for too.
    private const int StateLine = 7;
    private static readonly TimeSpan InitLimit = TimeSpan.FromSeconds(60);

    public static ServerKind Kind { get; } = new()
    {
        Name = "postgres",
        DefaultPort = 5432,
        SocketFile = ".s.PGSQL.",
        // SSLRequest, answered by one letter.
        Greeting = new byte[] { 0, 0, 0, 8, 4, 210, 22, 47 },
        Local = new LocalSpec
        {
            Executables = ["postgres"],
            // Distributions keep it out of PATH, one folder for each major version.
            Places =
            [
                "/usr/lib/postgresql/*/bin/postgres", "/usr/pgsql-*/bin/postgres",
                "/opt/homebrew/opt/postgresql*/bin/postgres", "/usr/local/opt/postgresql*/bin/postgres",
            ],
            Tools = ["initdb"],
            Install = "Install PostgreSQL's server (Debian and Ubuntu: apt-get install postgresql; macOS: brew install postgresql@17).",
            ChecksVersion = true,
            UsersForRoot = ["postgres", "nobody"],
            SettingsPrefixes = ["PG", "POSTGRES"],
            Environment = new Dictionary<string, string?>(StringComparer.Ordinal) { ["LC_ALL"] = "C" },
            // At once: its data is removed, so that a last checkpoint would be for nothing.
            StopSignal = StopSignal.Quit,
            Arguments = PostgresSettings.Arguments,
            PrepareAsync = PrepareAsync,
            Ready = new ReadyProbe.Code(IsServingAsync),
            ConnectionString = start => ConnectionString(start.Nodes[0].Port, start.Password),
        },
        Container = new ContainerSpec
        {
            Image = "postgres:18.3@sha256:7e32e9833a6fb1c92c32552794cb6ed569d51b445a54907d35fc112ef39684db",
            Port = 5432,
            // Not the image's own folder: that one differs from version to version.
            DataFolder = "/data",
            // Inside of the container everywhere: what is published on this machine comes from outside of it.
            Command = ["postgres", "-c", "listen_addresses=*", .. PostgresSettings.Common],
            Environment = new Dictionary<string, string>(StringComparer.Ordinal)
            {
                ["POSTGRES_USER"] = User,
                ["POSTGRES_DB"] = "postgres",
                ["POSTGRES_INITDB_ARGS"] = "--encoding=UTF8 --locale=C --auth-host=scram-sha-256",
                ["PGDATA"] = "/data/cluster",
            },
            PasswordVariable = "POSTGRES_PASSWORD",
            // By TCP: the server that the image starts to prepare its cluster listens on a socket file only.
            ReadyCommand = ["pg_isready", "-h", "127.0.0.1", "-U", User, "-d", "postgres"],
            ConnectionString = ConnectionString,
        },
    };

    /// <summary>Makes an empty cluster, unless there is one already.</summary>
    public static async Task PrepareAsync(ServerNode node, CancellationToken cancellationToken)
    {
        if (HasCluster(node))
        {
            // That of a killed server says "ready" already. All its processes are dead.
            File.Delete(StateFile(node));
            return;
        }

        var start = node.Start;
        var passwordFile = Path.Combine(start.DataFolder, "password");
        await start.WriteSecretAsync(passwordFile, start.Password, cancellationToken);
        // --no-sync: an empty cluster that is removed at the end need not outlive a power cut; it saves a second.
        await start.RunAsync(
            InitLimit,
            [
                start.Tool("initdb"), "-D", node.Folder, "--username", User, "--pwfile", passwordFile, "--auth", "scram-sha-256",
                "--encoding", "UTF8", "--locale", "C", "--no-sync",
            ],
            cancellationToken);
        File.Delete(passwordFile);
    }

    public static bool HasCluster(ServerNode node) => File.Exists(Path.Combine(node.Folder, "PG_VERSION"));

    public static async Task<bool> IsServingAsync(ServerNode node, CancellationToken cancellationToken)
    {
        try
        {
            var lines = await File.ReadAllLinesAsync(StateFile(node), cancellationToken);
            return lines.Length > StateLine && lines[StateLine].Trim() == "ready";
        }
        catch (IOException)
        {
            // Not there yet, or no more.
            return false;
        }
    }

    private static string ConnectionString(int port, string password) =>
        $"Host=127.0.0.1;Port={port};Username={User};Password={password};Database=postgres";

    private static string StateFile(ServerNode node) => Path.Combine(node.Folder, "postmaster.pid");
}
