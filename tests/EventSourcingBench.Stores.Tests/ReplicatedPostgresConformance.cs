using EventSourcingBench.Stores.Tests;

[assembly: AssemblyFixture(typeof(ReplicatedPostgresServer))]

namespace EventSourcingBench.Stores.Tests;

/// <summary>The three nodes of all tests of this assembly, started when the first test asks.</summary>
public sealed class ReplicatedPostgresServer() : AssemblyServer<ReplicatedPostgresServer>("postgres-replicated", nodes: 3);

public sealed class ReplicatedPostgresUnderTest() : OnPostgres("postgres-replicated")
{
    public override async ValueTask<string?> ConnectAsync(CancellationToken cancellationToken) =>
        await ReplicatedPostgresServer.ConnectAsync(cancellationToken);
}

[Nightly]
public sealed class ReplicatedPostgresStreams : StreamConformance<ReplicatedPostgresUnderTest>;
[Nightly]
public sealed class ReplicatedPostgresBulk : BulkConformance<ReplicatedPostgresUnderTest>;
[Nightly]
public sealed class ReplicatedPostgresSubscriptions : SubscriptionConformance<ReplicatedPostgresUnderTest>;
