namespace EventSourcingBench.LoadTests.Targets;

/// <summary>A store as the suites see it, reached through the API or directly. Load never throws for a store's error.</summary>
internal abstract class StoreUnderTest(StoreTarget opened, Func<CancellationToken, Task<ProvisionedServer>>? renewServer)
    : ILoadTarget, IAsyncDisposable
{
    // The process that reads its data again. It is started at the first step that is read back, and serves the next ones too.
    private ApiProcess? _second;
    private bool _isReopened;

    public StoreTarget Target { get; private set; } = opened;

    /// <summary>The processes of the API; null when the store runs in the generator's process.</summary>
    public ApiNodeGroup? NodeGroup { get; protected set; }

    public IReadOnlyList<int> ApiProcessIds => NodeGroup?.ProcessIds ?? [];

    /// <summary>Main process of each node of the store's server; none where it has none on this machine.</summary>
    public virtual IReadOnlyList<int> ServerProcessIds => Server?.ProcessIds ?? [];

    public virtual bool IsRemote => false;

    /// <summary>Null for an embedded store.</summary>
    public ProvisionedServer? Server => Target.Server;

    /// <summary>Main processes of what keeps the data: the server, else the API, else this one; none on another machine.</summary>
    public IReadOnlyList<int> DataProcessIds => Server is not null ? ServerProcessIds : NodeGroup?.ProcessIds ?? [Environment.ProcessId];

    /// <summary>The disk of its data; null where it is not known.</summary>
    public DataDisk? Disk => Target.Disk;

    /// <summary>The file system of its data where that can forget what was not forced to disk, on this machine; else null.</summary>
    public LazyFs? LazyFs => Disk is null ? null : Target.LazyFs;

    /// <summary>The clock of its server, or of the API of an embedded store; null: the machine's.</summary>
    public JumpingClock? Clock => Target.Clock;

    /// <summary>What the files are called that it appends to; null where that is not known.</summary>
    public string? Log => Disk is null ? null : Target.Entry.Log;

    /// <summary>Whether its server is not what it was: the next reset takes a new one.</summary>
    public bool HasLostNode => Server is { HasLostNode: true };

    public abstract StoreCapabilities Capabilities { get; }

    public ReadConsistency Reads { get; protected set; }

    /// <summary>The store for bulk appends, as the last reset has opened it; null where it lacks those or streams.</summary>
    public abstract BulkStore? BulkStore { get; }

    /// <summary>Why what holds the data cannot be killed to open it again; null where it can.</summary>
    public virtual string? WhyNotKilled => null;

    /// <summary>Why no other process can open the store on its data; null where one can.</summary>
    public virtual string? WhyNotReopened => null;

    /// <summary>Whether the API may stamp events by another clock than this host's.</summary>
    public virtual bool HasOtherClock => false;

    public virtual ApiEndpoint? Endpoint => null;

    public virtual int EventsOfJoining => Endpoint!.EventsOfJoining;

    /// <summary>What an embedded store said of itself before it was closed; null while it is open.</summary>
    protected StoreRecord? BeforeClosing { get; set; }

    public abstract Task<StoreRecord> DescribeAsync(CancellationToken cancellationToken);

    public abstract ValueTask<LoadReply> SendAsync(int worker, StoreOperation operation, TimeSpan timeout);

    /// <summary>Makes the store empty: every step starts on a fresh one.</summary>
    public abstract Task ResetAsync(int copies, CancellationToken cancellationToken);

    /// <summary>Fills the store with the events of so many operations, which no load touches, see <see cref="EnrolmentPreload"/>.</summary>
    public abstract Task PreloadEnrolmentsAsync(long operations, EventIds ids, CancellationToken cancellationToken);

    /// <summary>What the store has done, and a node of the API, numbered from 0, beside requests.</summary>
    public abstract Task<StoreWork> ReadWorkAsync(int node, bool counters, bool plans, CancellationToken cancellationToken);

    /// <summary>Lets the store do now what it would do later for what was written so far; answers what it did, if anything.</summary>
    public abstract Task<string?> RestAsync(CancellationToken cancellationToken);

    public abstract Task<ShownSeats?> ReadShowAsync(string show, CancellationToken cancellationToken);

    public abstract Task StartCommandSideAsync(ReservationStrategy strategy, CancellationToken cancellationToken);

    /// <summary>Starts a projection by the store's own mechanism, if it is not running; null where the store runs no projections.</summary>
    public abstract Task<IProjectionTarget?> StartProjectionAsync(IProjection projection, CancellationToken cancellationToken);

    public abstract Task<IProjectionTarget?> RestartProjectionAsync(IProjection projection, CancellationToken cancellationToken);

    public abstract IReadBack ReadBack();

    /// <summary>Has another process open the store on the data of the load, until <see cref="EndReopenedAsync"/>: an embedded store is
    /// closed before, or its process is killed, and cannot be asked until the next reset; another one's server is read as it is.</summary>
    public abstract Task<ReopenedStore> ReopenAsync(IProjection? projection, bool kill, CancellationToken cancellationToken);

    public abstract ValueTask DisposeAsync();

    /// <summary>Has the other process close the store. It leaves the files of an embedded one that this process opens again.</summary>
    public async Task EndReopenedAsync(bool isOpenedAgain = false)
    {
        if (!_isReopened)
            return;

        _isReopened = false;
        try
        {
            await (isOpenedAgain && Server is null
                ? _second!.DoAsync(HttpMethod.Post, "close", CancellationToken.None)
                : _second!.DoAsync(HttpMethod.Delete, "", CancellationToken.None));
        }
        catch (StoreFailureException)
        {
            // Its data is dropped as its process ends, as far as the store can still be asked.
            await EndSecondAsync();
        }
    }

    protected ValueTask EndSecondAsync()
    {
        _isReopened = false;
        return Interlocked.Exchange(ref _second, null)?.DisposeAsync() ?? ValueTask.CompletedTask;
    }

    protected async Task RenewServerAsync(CancellationToken cancellationToken)
    {
        if (HasLostNode && renewServer is not null)
        {
            await EndSecondAsync();
            Target = Target with { Server = await renewServer(cancellationToken) };
        }
    }

    /// <summary>Opens the store by a second process, which drops the data at its end where it owns it.</summary>
    protected async Task<ReopenedStore> ReopenAsync(
        string ns, bool ownsData, IProjection? projection, string how, CancellationToken cancellationToken)
    {
        try
        {
            if (_second is { IsRunning: true })
            {
                await _second.DoAsync(HttpMethod.Post, $"reset?namespace={ns}", cancellationToken);
            }
            else
            {
                await EndSecondAsync();
                // A store with a server may keep its read model in its folder, where the first process has it open. This one makes its own.
                var own = Target.Server is null ? Target : Target with { DataFolder = Path.Combine(Target.DataFolder, "second") };
                _second = await ApiProcess.StartAsync(own, ns, keep: Target.Keep || !ownsData, cancellationToken);
            }

            _isReopened = true;
            var second = _second;
            var readBack = new ApiReadBack(() => [second], await second.GetAsync<StoreDetails>("", cancellationToken));
            var rows = projection is null ? null : await ApiReadModel.StartAsync(_second, projection, cancellationToken);
            return new ReopenedStore(readBack, rows is null ? null : _ => Task.FromResult<IReadModelReader>(rows), how);
        }
        catch
        {
            await EndSecondAsync();
            throw;
        }
    }

    protected static string How(bool isEmbedded) => isEmbedded ? "after reopening by another process" : "read by another process";
}

internal readonly record struct ShownSeats(long Version, IReadOnlyList<int> Taken);

internal interface IProjectionTarget : IReadModelReader
{
    /// <summary>Forgets measured delays; counts from now on those of events that were sent at that time or later.</summary>
    Task MeasureDelaysFromAsync(DateTimeOffset from, CancellationToken cancellationToken);

    Task<HistogramRecord> ReadDelaysAsync(CancellationToken cancellationToken);
}
