using System.Globalization;
using EventSourcingBench.Abstractions;
using EventSourcingBench.Stores.Shared;
using SQLitePCL;

namespace EventSourcingBench.Stores.Sqlite;

/// <summary>One database file, one writer, read-only connections beside it.</summary>
internal sealed class SqliteStore : IStore
{
    private readonly SqliteFile _file;
    private readonly SqliteReaders _readers;
    private readonly CommitSignal _committed = new();
    private readonly ProjectionHost _projections;
    private readonly StoreOptions _options;
    private bool _isDisposed;

    private SqliteStore(SqliteFile file, SqliteConnection connection, StoreContext context)
    {
        _file = file;
        _options = context.Options;
        var gate = new SnapshotGate();
        _readers = new SqliteReaders(file.Path, gate);
        _committed.Advance(connection.Number(Sql.Head));
        Writer = new SqliteWriter(
            connection,
            gate,
            context.Options.Switch(SqliteOptions.GroupCommit),
            c => _committed.Advance(c.Number(Sql.Head)));
        Events = new SqliteEventStore(Writer, _readers, context.Time);
        Subscription = new SqliteSubscription(_readers, _committed);
        _projections = new ProjectionHost(
            Subscription, (name, cancel) => SqliteReadModel.OpenAsync(Writer, _readers, context.Time, name, cancel));
    }

    public StoreCapabilities Capabilities =>
        StoreCapabilities.IdempotentAppend | StoreCapabilities.GlobalPosition | StoreCapabilities.Persistent;

    public IEventStore Events { get; }

    public ICatchUpSubscription Subscription { get; }

    public IProjectionHost Projections => _projections;

    internal SqliteWriter Writer { get; }

    /// <summary>Opens the database file, or makes it.</summary>
    /// <exception cref="StoreUnavailableException">The folder or the file cannot be used.</exception>
    public static Task<IStore> OpenAsync(StoreContext context, CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();
        var file = SqliteFile.Claim(context, context.Namespace);
        try
        {
            var connection = new SqliteConnection(file.Path, readOnly: false);
            try
            {
                connection.RunScript(SqliteOptions.Pragmas(context.Options));
                connection.RunScript(Sql.Schema);
                return Task.FromResult<IStore>(new SqliteStore(file, connection, context));
            }
            catch
            {
                connection.Dispose();
                throw;
            }
        }
        catch (SqliteException e)
        {
            file.Release();
            throw new StoreUnavailableException($"{file.Path} could not be opened: {e.Message}. See to the folder's permissions and free space.", e);
        }
    }

    public async Task<StoreDescription> DescribeAsync(CancellationToken cancellationToken = default)
    {
        // The writer's connection is the one whose settings count.
        IReadOnlyList<EffectiveSetting> settings = [];
        var asked = new WriteAction(connection => settings = SqliteOptions.Read(connection), TimeProvider.System);
        await Writer.EnqueueAsync(asked, cancellationToken);
        await asked.Answer.WaitAsync(cancellationToken);
        var isFull = settings.Single(s => s.Name == "synchronous").Value == "full";
        var groups = _options.Switch(SqliteOptions.GroupCommit);
        return new StoreDescription
        {
            ServerVersion = "SQLite " + raw.sqlite3_libversion().utf8_to_string(),
            ClientVersion = "SQLitePCLRaw " + typeof(raw).Assembly.GetName().Version!.ToString(3),
            Durability = isFull ? DurabilityTier.Fsync : DurabilityTier.Buffered,
            DurabilityReason = isFull
                ? "journal_mode=wal with synchronous=full: each commit forces the write-ahead log to disk before it is acknowledged."
                : "journal_mode=wal with synchronous=normal: the write-ahead log is forced to disk at checkpoints only.",
            Mechanism = string.Create(CultureInfo.InvariantCulture, $"One writer {(groups ? "commits all waiting appends together" : "with a commit for each append")}; a signal at each commit wakes subscriptions; read model and checkpoint are saved in one transaction through the same writer."),
            Settings = [.. settings, new EffectiveSetting(SqliteOptions.GroupCommit, groups ? "on" : "off", FromServer: false)],
        };
    }

    public async ValueTask DisposeAsync()
    {
        if (_isDisposed)
        {
            return;
        }

        _isDisposed = true;
        await _projections.DisposeAsync();
        _committed.Close();
        await Writer.DisposeAsync();
        _readers.Dispose();
        _file.Release();
    }
}
