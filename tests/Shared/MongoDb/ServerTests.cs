using System.Runtime.Versioning;

namespace EventSourcingBench.Tests;

/// <summary>Servers that are started from a binary, and how they are run in a container.</summary>
[UnsupportedOSPlatform("windows")]
public sealed class ServerTests : IDisposable
{
    private readonly RunWorkFolder _work = RunWorkFolder.Create();

    public void Dispose() => _work.Dispose();

    [Theory]
    [InlineData("echo 'FATAL: out of luck'; exit 1", "out of luck")]
    [InlineData("exit 14", "It said nothing.")]
    public async Task A_server_that_does_not_start_is_quoted_and_leaves_nothing(string script, string words)
    {
        var mongod = Path.Combine(_work.Path, "mongod");
        File.WriteAllText(mongod, $"#!/bin/sh\n[ \"$1\" = --version ] && exit 0\n{script}\n");
        File.SetUnixFileMode(mongod, UnixFileMode.UserRead | UnixFileMode.UserExecute);
        var local = MongoDbServer.Kind.Local! with { Executables = ["no-such-mongod"], Places = [mongod] };
        await using var pool = new ServerPool(new ServerPoolOptions
        {
            WorkFolder = _work.Path,
            Mode = "local",
            Kinds = [MongoDbServer.Kind with { Local = local }],
        });

        var thrown = await Should.ThrowAsync<StoreUnavailableException>(() => pool.AcquireAsync("mongodb"));

        thrown.Message.ShouldStartWith($"{mongod} did not start.");
        thrown.Message.ShouldContain(words);
        Directory.EnumerateDirectories(_work.Path).ShouldBeEmpty();
    }

    [Fact]
    public void In_a_container_it_is_a_replica_set_whose_connection_string_says_so()
    {
        var container = MongoDbServer.Kind.Container.ShouldNotBeNull();

        string.Join(' ', container.Command).ShouldContain("--replSet rs0");
        container.ConnectionString(4711, "").ShouldContain("replicaSet=rs0");
        string.Join(' ', container.ReadyCommand).ShouldContain("isWritablePrimary");
    }
}
