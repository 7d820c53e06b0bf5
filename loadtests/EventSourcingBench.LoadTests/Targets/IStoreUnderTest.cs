namespace EventSourcingBench.LoadTests.Targets;

/// <summary>A store as the suites see it, reached through the API or directly. Load never throws for a store's error.</summary>
internal interface IStoreUnderTest : ILoadTarget, IAsyncDisposable
{
    Task<StoreRecord> DescribeAsync(CancellationToken cancellationToken);

    StoreTarget Target { get; }

    /// <summary>The processes of the API; null when the store runs in the generator's process.</summary>
    ApiNodeGroup? NodeGroup => null;

    IReadOnlyList<int> ApiProcessIds => NodeGroup?.ProcessIds ?? [];

    /// <summary>Main process of each node of the store's server; none where it has none on this machine.</summary>
    IReadOnlyList<int> ServerProcessIds => Server?.ProcessIds ?? [];

    bool IsRemote => false;

    /// <summary>Null for an embedded store.</summary>
    ProvisionedServer? Server => Target.Server;

    /// <summary>Main processes of what keeps the data: the server, else the API, else this one; none where it runs elsewhere.</summary>
    IReadOnlyList<int> DataProcessIds => Server is not null ? ServerProcessIds : NodeGroup?.ProcessIds ?? [Environment.ProcessId];

    /// <summary>The disk of its data; null where it is not known.</summary>
    DataDisk? Disk => Target.Disk;

    /// <summary>The file system of its data where that can forget what was not forced to disk, on this machine; else null.</summary>
    LazyFs? LazyFs => Disk is null ? null : Target.LazyFs;

    /// <summary>The clock of its server, or of the API of an embedded store; null: the machine's.</summary>
    JumpingClock? Clock => Target.Clock;

    /// <summary>What the files are called that it appends to; null where that is not known.</summary>
    string? Log => Disk is null ? null : Target.Entry.Log;

    /// <summary>The store for bulk appends, as the last reset has opened it; null where it lacks those or streams.</summary>
    BulkStore? BulkStore { get; }

    /// <summary>Makes the store empty: every step starts on a fresh one.</summary>
    Task ResetAsync(int copies, CancellationToken cancellationToken);

    /// <summary>Whether its server is not what it was: the next reset takes a new one.</summary>
    bool HasLostNode { get; }

    /// <summary>Fills the store with the events of so many operations, which no load touches, see <see cref="EnrolmentPreload"/>.</summary>
    Task PreloadEnrolmentsAsync(long operations, EventIds ids, CancellationToken cancellationToken);

    /// <summary>What the store has done, and a node of the API, numbered from 0, beside requests.</summary>
    Task<StoreWork> ReadWorkAsync(int node, bool counters, bool plans, CancellationToken cancellationToken);

    /// <summary>Lets the store do now what it would do later for what was written so far; answers what it did, if anything.</summary>
    Task<string?> RestAsync(CancellationToken cancellationToken);

    Task<ShownSeats?> ReadShowAsync(string show, CancellationToken cancellationToken);

    Task StartCommandSideAsync(ReservationStrategy strategy, CancellationToken cancellationToken);

    /// <summary>Starts a projection by the store's own mechanism, if it is not running; null where the store runs no projections.</summary>
    Task<IProjectionTarget?> StartProjectionAsync(IProjection projection, CancellationToken cancellationToken);

    Task<IProjectionTarget?> RestartProjectionAsync(IProjection projection, CancellationToken cancellationToken);

    StoreCapabilities Capabilities { get; }

    ReadConsistency Reads { get; }

    IReadBack ReadBack();

    /// <summary>Why <see cref="ReopenAsync"/> cannot kill what holds the data; null where it can.</summary>
    string? WhyNotKilled => null;

    /// <summary>Why no other process can open the store on its data; null where one can.</summary>
    string? WhyNotReopened => null;

    /// <summary>Whether the API may stamp events by another clock than this host's.</summary>
    bool HasOtherClock => false;

    /// <summary>Has another process open the store on the data of the load, until <see cref="EndReopenedAsync"/>: an embedded store is
    /// closed before, or its process is killed, and cannot be asked until the next reset; another one's server is read as it is.</summary>
    Task<ReopenedStore> ReopenAsync(IProjection? projection, bool kill, CancellationToken cancellationToken);

    Task EndReopenedAsync(bool isOpenedAgain = false);
}

internal readonly record struct ShownSeats(long Version, IReadOnlyList<int> Taken);

internal interface IProjectionTarget : IReadModelReader
{
    /// <summary>Forgets measured delays; counts from now on those of events that were sent at that time or later.</summary>
    Task MeasureDelaysFromAsync(DateTimeOffset from, CancellationToken cancellationToken);

    Task<HistogramRecord> ReadDelaysAsync(CancellationToken cancellationToken);
}
