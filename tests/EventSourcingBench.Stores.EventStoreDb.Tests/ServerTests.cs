namespace EventSourcingBench.Stores.EventStoreDb.Tests;

/// <summary>Servers that are started from a binary, and how they are run in a container.</summary>
public sealed class ServerTests : IDisposable
{
    // Another variable than the product's: tests that run beside these start servers by that one.
    private static readonly string Variable = $"{Dialect.Variable}_SERVER_OF_A_TEST";
    private readonly RunWorkFolder _work = RunWorkFolder.Create();

    public void Dispose()
    {
        Environment.SetEnvironmentVariable(Variable, null);
        _work.Dispose();
    }

    [Fact]
    public async Task A_dll_is_run_by_dotnet_and_quoted_if_it_does_not_start()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "Servers are not started from binaries on Windows.");
        var path = Path.Combine(_work.Path, "server.dll");
        File.WriteAllText(path, "this is no assembly");
        Environment.SetEnvironmentVariable(Variable, path);
        var kind = LogServer.Kind with { Local = LogServer.Kind.Local! with { Variables = [Variable] } };
        await using var pool = new ServerPool(new ServerPoolOptions { WorkFolder = _work.Path, Mode = "local", Kinds = [kind] });

        (await Should.ThrowAsync<StoreUnavailableException>(() => pool.AcquireAsync(Dialect.Store, cancellationToken: Cancel)))
            .Message.ShouldMatch($"(?s)^{Variable} names .*, which did not start. Its last words: .*server\\.");
    }

    [Fact]
    public void In_a_container_it_flushes_to_disk_and_takes_appends_as_large_as_on_this_machine()
    {
        var environment = LogServer.Kind.Container.ShouldNotBeNull().Environment;

        environment[$"{Dialect.ContainerPrefix}_MEM_DB"].ShouldBe("false");
        environment[$"{Dialect.ContainerPrefix}_UNSAFE_DISABLE_FLUSH_TO_DISK"].ShouldBe("false");
        environment[$"{Dialect.ContainerPrefix}_MAX_APPEND_SIZE"].ShouldBe("15728640");
    }
}
