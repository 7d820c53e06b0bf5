namespace EventSourcingBench.Stores.PostgreSql.Servers;

/// <summary>A primary and the standbys that follow it. Each commit is on the disks of a majority of all nodes before it is acknowledged,
/// also after a node's death.</summary>
internal static class ReplicatedPostgresServer
{
    private static readonly TimeSpan CopyLimit = TimeSpan.FromSeconds(60);
    private static readonly string[] CopyArguments = ["-R", "--checkpoint=fast", "--no-sync", "--no-manifest"];
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(20);

    public static ServerKind Kind { get; } = PostgresServer.Kind with
    {
        Name = "postgres-replicated",
        Local = PostgresServer.Kind.Local! with
        {
            Tools = ["initdb", "pg_basebackup"],
            Install = PostgresServer.Kind.Local.Install + " Some distributions have pg_basebackup in the package postgresql-client.",
            Arguments = PostgresSettings.ReplicatedArguments,
            PrepareAsync = PrepareAsync,
            Ready = new ReadyProbe.Code(IsServingAsync),
            ConnectionString = start => $"Host={string.Join(',', start.Nodes.Select(n => n.Address))};{Login(start)}",
            Cluster = new ClusterSpec
            {
                FirstNodeAlone = true,
                Leader = "primary",
                IsLeaderAsync = IsPrimaryAsync,
                ReplaceAsync = ReplaceAsync,
            },
        },
        Container = null,
    };

    private static async Task PrepareAsync(ServerNode node, CancellationToken cancellationToken)
    {
        var start = node.Start;
        var isNew = !PostgresServer.HasCluster(node);
        if (node.Number == 1 || !isNew)
        {
            await PostgresServer.PrepareAsync(node, cancellationToken);
            if (isNew)
            {
                // On a command line everybody could read the password.
                await start.WriteSecretAsync(
                    PasswordFile(start), $"127.0.0.1:*:*:{PostgresServer.User}:{start.Password}\n", cancellationToken);
            }

            return;
        }

        // A copy of the primary as it is, with the note (-R) that it is a standby and whom it follows.
        await start.RunAsync(
            CopyLimit,
            [start.Tool("pg_basebackup"), "-D", node.Folder, "-d", Following(start.Nodes[0], node), .. CopyArguments],
            cancellationToken);
    }

    private static async Task<bool> IsPrimaryAsync(ServerNode node, CancellationToken cancellationToken)
    {
        try
        {
            return await AskAsync<bool>(node, "SELECT NOT pg_is_in_recovery()", cancellationToken);
        }
        catch (StoreUnavailableException)
        {
            // It does not answer now, such as when it has no connection left: the caller asks again.
            return false;
        }
    }

    // A standby serves when it streams from the primary and counts for its commits.
    private static async Task<bool> IsServingAsync(ServerNode node, CancellationToken cancellationToken)
    {
        const string counting = "SELECT count(*) FROM pg_stat_replication WHERE state = 'streaming' AND sync_state = 'quorum'";
        var primary = node.Start.Nodes[0];
        return await PostgresServer.IsServingAsync(node, cancellationToken)
            && (node == primary || (await PostgresServer.IsServingAsync(primary, cancellationToken)
                && await AskAsync<long>(primary, $"{counting} AND application_name = '{node.Name}'", cancellationToken) == 1));
    }

    // The standby that received most has everything that was acknowledged: each acknowledged commit was on the disk of
    // some standby, and what a standby has is a beginning of the log, so that more of it has all that less of it has.
    // Each node was started with the rule of acknowledging, so that it is in force before the new primary's first commit:
    // a rule that is set by a reload is in force only when the checkpointer has handled it, at a time that nothing tells.
    private static async Task<string> ReplaceAsync(IReadOnlyList<ServerNode> left, CancellationToken cancellationToken)
    {
        var received = await Task.WhenAll(left.Select(async s => (Node: s, Bytes: await ReceivedAsync(s, cancellationToken))));
        var primary = received.MaxBy(r => r.Bytes).Node;
        if (!await AskAsync<bool>(primary, "SELECT pg_promote(true, 30)", cancellationToken))
            throw new StoreUnavailableException($"{primary.Name} was not promoted within 30 s.");

        var standbys = left.Where(n => n != primary).ToList();
        await Task.WhenAll(standbys.Select(async s =>
        {
            await AskAsync<object?>(s, $"ALTER SYSTEM SET primary_conninfo = '{Following(primary, s)}'", cancellationToken);
            await AskAsync<bool>(s, "SELECT pg_reload_conf()", cancellationToken);
        }));
        return $"{primary.Name}, which had received most of the log, was promoted, and "
            + $"{string.Join(", ", standbys.Select(s => s.Name))} {(standbys.Count == 1 ? "follows" : "follow")} it";
    }

    // How much of the log a standby has on disk, once nothing more comes from a primary that is dead.
    private static async Task<long> ReceivedAsync(ServerNode standby, CancellationToken cancellationToken)
    {
        while (await AskAsync<long>(standby, "SELECT count(*) FROM pg_stat_wal_receiver WHERE status = 'streaming'", cancellationToken) > 0)
            await Task.Delay(Pause, cancellationToken);

        return await AskAsync<long>(
            standby,
            "SELECT coalesce(pg_wal_lsn_diff(greatest(pg_last_wal_receive_lsn(), pg_last_wal_replay_lsn()), '0/0'), 0)::bigint",
            cancellationToken);
    }

    private static async Task<T?> AskAsync<T>(ServerNode node, string statement, CancellationToken cancellationToken)
    {
        try
        {
            await using var connection = new NpgsqlConnection($"Host={node.Address};{Login(node.Start)};Pooling=false;Command Timeout=40");
            await connection.OpenAsync(cancellationToken);
            await using var command = new NpgsqlCommand(statement, connection);
            return (T?)await command.ExecuteScalarAsync(cancellationToken);
        }
        catch (NpgsqlException e)
        {
            throw new StoreUnavailableException($"{node.Name} did not carry out a command: {e.Message}", e);
        }
    }

    private static string Following(ServerNode primary, ServerNode standby) => string.Create(
        CultureInfo.InvariantCulture,
        $"host=127.0.0.1 port={primary.PeerPort} user={PostgresServer.User} "
        + $"passfile={PasswordFile(primary.Start)} application_name={standby.Name}");

    private static string Login(ServerStart start) => $"Username={PostgresServer.User};Password={start.Password};Database=postgres";

    private static string PasswordFile(ServerStart start) => Path.Combine(start.DataFolder, "pgpass");
}
