namespace EventSourcingBench.Stores.PostgreSql.Tests;

/// <summary>Servers of a test that are killed (SIGKILL) while events are appended, and what was acknowledged then. Killing spares the
/// page cache: this is the crash of the process, not of the power.</summary>
public sealed class CrashTests : RestartConformance
{
    internal static Task<IStore> OpenAsync(ProvisionedServer server, CancellationToken cancellationToken)
    {
        var definition = PostgresTest.Named(server.Kind);
        var context = definition.NewContext("", server.ConnectionString) with { Namespace = "crash", KeepData = true };
        return definition.OpenAsync(context, cancellationToken);
    }

    protected override bool ObservesEverySave => false;

    protected override Task<(ProvisionedServer Server, IAsyncDisposable Owner)> StartAsync() =>
        new TestServer("postgres").StartAsync(Limit);

    protected override Task<IStore> OpenAsync() => OpenAsync(Server, Limit);
}
