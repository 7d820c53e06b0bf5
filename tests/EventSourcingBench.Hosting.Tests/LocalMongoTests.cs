using System.Runtime.Versioning;
using EventSourcingBench.Abstractions;

namespace EventSourcingBench.Hosting.Tests;

[UnsupportedOSPlatform("windows")]
public sealed class LocalMongoTests : IDisposable
{
    private const string Kind = "mongodb";
    private readonly RunWorkFolder _work = RunWorkFolder.Create();

    public void Dispose() => _work.Dispose();

    [Fact]
    public async Task No_binary_is_said_with_what_to_install()
    {
        await using var pool = Pool(() => null);

        var unavailable = (await pool.CheckAsync(Kind)).ShouldNotBeNull();

        unavailable.Reason.ShouldContain("no mongod on this machine");
        unavailable.Fix.ShouldContain("mongodb-org-server");
        (await Should.ThrowAsync<StoreUnavailableException>(() => pool.AcquireAsync(Kind))).Message.ShouldContain("mongodb-org-server");
    }

    [Fact]
    public async Task A_server_that_does_not_start_is_quoted_and_leaves_nothing()
    {
        using var broken = new TempFolder();
        var mongod = broken.Write("mongod", "#!/bin/sh\n[ \"$1\" = --version ] && exit 0\necho 'FATAL: out of luck'\nexit 1\n");
        File.SetUnixFileMode(mongod, UnixFileMode.UserRead | UnixFileMode.UserExecute);
        await using var pool = Pool(() => mongod);
        (await pool.CheckAsync(Kind)).ShouldBeNull();

        var thrown = await Should.ThrowAsync<StoreUnavailableException>(() => pool.AcquireAsync(Kind));

        thrown.Message.ShouldContain("out of luck");
        Directory.EnumerateDirectories(_work.Path).ShouldBeEmpty();
    }

    [Fact]
    public async Task Each_kind_is_started_by_its_own()
    {
        var local = new LocalProvisioner();

        (await local.CheckAsync("oracle")).ShouldNotBeNull().Reason.ShouldBe("No server of kind oracle can be started from a binary on this machine.");
        (await Should.ThrowAsync<StoreUnavailableException>(() => local.StartAsync(new ServerRequest("oracle", _work.Path)))).Message.ShouldContain("EVENTSOURCINGBENCH_ORACLE");
    }

    private ServerPool Pool(Func<string?> find) => new(
        new ServerPoolOptions { WorkFolder = _work.Path, Mode = LocalPostgresProvisioner.ProvisionerName },
        new LocalMongoProvisioner(find, () => 27999));
}
