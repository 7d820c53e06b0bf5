using EventSourcingBench.Stores.Shared;

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

    [Theory]
    [InlineData("server", "#!/bin/sh\necho no room left\nexit 3\n", "no room left")]
    [InlineData("server.dll", "this is no assembly", "server.dll")]
    public async Task A_server_that_does_not_start_is_quoted(string name, string content, string words)
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "Servers are not started from binaries on Windows.");
        var path = Path.Combine(_work.Path, name);
        File.WriteAllText(path, content);
        if (!OperatingSystem.IsWindows())
            File.SetUnixFileMode(path, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);

        Environment.SetEnvironmentVariable(Variable, path);
        await using var pool = Pool();

        var thrown = await Should.ThrowAsync<StoreUnavailableException>(
            () => pool.AcquireAsync(Dialect.Store, TestContext.Current.CancellationToken));

        thrown.Message.ShouldStartWith($"{Variable} names {path}, which did not start. Its last words: ");
        thrown.Message.ShouldContain(words);
    }

    [Fact]
    public void In_a_container_it_flushes_to_disk()
    {
        var environment = LogServer.Kind.Container.ShouldNotBeNull().Environment;

        environment[$"{Dialect.ContainerPrefix}_MEM_DB"].ShouldBe("false");
        environment[$"{Dialect.ContainerPrefix}_UNSAFE_DISABLE_FLUSH_TO_DISK"].ShouldBe("false");
    }

    private ServerPool Pool() => new(new ServerPoolOptions { WorkFolder = _work.Path, Mode = "local", Kinds = [Kind()] });

    private static ServerKind Kind() => LogServer.Kind with { Local = LogServer.Kind.Local! with { Variables = [Variable] } };
}
