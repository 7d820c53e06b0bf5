using System.Text.RegularExpressions;
using Docker.DotNet.Models;

namespace EventSourcingBench.Servers.Testcontainers.Tests;

/// <summary>What is asked of the engine, whether there is one or not.</summary>
public sealed partial class SpecTests
{
    public static TheoryData<string> Kinds => new(ServerSpecs.All.Keys);

    [Theory]
    [MemberData(nameof(Kinds))]
    public void An_image_has_a_full_version_as_its_tag(string kind) => ServerSpecs.All[kind].Image.ShouldMatch(Pinned().ToString());

    [Theory]
    [MemberData(nameof(Kinds))]
    public void Its_data_has_a_folder_for_a_volume_and_its_client_goes_to_loopback(string kind)
    {
        var spec = ServerSpecs.All[kind];

        spec.DataFolder.ShouldStartWith("/");
        spec.ConnectionString(4711, "secret").ShouldContain("127.0.0.1");
        spec.ConnectionString(4711, "secret").ShouldContain("4711");
        spec.WaitStrategy().ShouldNotBeNull();
    }

    [Fact]
    public void Postgres_is_durable_and_its_password_is_in_its_connection_string()
    {
        var spec = ServerSpecs.All["postgres"];

        spec.Command.ShouldBeSubsetOf(["postgres", "-c", .. spec.Command.Where(c => c.Contains('='))]);
        foreach (var setting in new[] { "fsync=on", "synchronous_commit=on", "full_page_writes=on" })
        {
            spec.Command.ShouldContain(setting);
        }

        spec.Environment("secret")["POSTGRES_PASSWORD"].ShouldBe("secret");
        spec.Environment("secret")["PGDATA"].ShouldStartWith(spec.DataFolder + "/");
        spec.ConnectionString(4711, "secret").ShouldContain("Password=secret");
    }

    [Fact]
    public void MongoDb_is_a_replica_set_whose_connection_string_says_so()
    {
        var spec = ServerSpecs.All["mongodb"];

        string.Join(' ', spec.Command).ShouldContain("--replSet rs0");
        spec.ConnectionString(4711, "").ShouldContain("replicaSet=rs0");
        MongoScript.InitiateAndWait.ShouldContain("rs.initiate");
        MongoScript.InitiateAndWait.ShouldContain("isWritablePrimary");
    }

    [Theory]
    [InlineData("eventstoredb", "EVENTSTORE")]
    [InlineData("kurrentdb", "KURRENTDB")]
    public void EventStoreDb_and_KurrentDb_flush_to_disk(string kind, string prefix)
    {
        var environment = ServerSpecs.All[kind].Environment("");

        environment[$"{prefix}_MEM_DB"].ShouldBe("false");
        environment[$"{prefix}_UNSAFE_DISABLE_FLUSH_TO_DISK"].ShouldBe("false");
    }

    [Fact]
    public void Ports_are_published_on_loopback_and_limits_are_the_engines()
    {
        var parameters = new CreateContainerParameters
        {
            HostConfig = new HostConfig
            {
                PortBindings = new Dictionary<string, IList<PortBinding>> { ["5432/tcp"] = [new PortBinding { HostPort = "0" }] },
            },
        };

        ContainerParameters.Apply(parameters, new ServerLimits { Cpus = 1.5, MemoryBytes = 512L << 20 });

        parameters.HostConfig.PortBindings["5432/tcp"].ShouldHaveSingleItem().HostIP.ShouldBe("127.0.0.1");
        parameters.HostConfig.NanoCPUs.ShouldBe(1_500_000_000);
        parameters.HostConfig.Memory.ShouldBe(512L << 20);
        parameters.HostConfig.MemorySwap.ShouldBe(512L << 20);
        parameters.HostConfig.Tmpfs.ShouldBeNull();
        ContainerParameters.Limits(parameters.HostConfig).ShouldBe(new ServerLimits { Cpus = 1.5, MemoryBytes = 512L << 20 });
    }

    [Fact]
    public void Without_limits_nothing_is_limited()
    {
        var parameters = new CreateContainerParameters();

        ContainerParameters.Apply(parameters, ServerLimits.None);

        parameters.HostConfig.ShouldNotBeNull().NanoCPUs.ShouldBe(0);
        parameters.HostConfig!.Memory.ShouldBe(0);
        ContainerParameters.Limits(parameters.HostConfig).AreNone.ShouldBeTrue();
    }

    // A tag with three parts or, where the product has two, two; never a moving one.
    [GeneratedRegex(@"\A[a-z/.]+:\d+\.\d+(\.\d+)?(-[a-z]+)?(@sha256:[0-9a-f]{64})?\z")]
    private static partial Regex Pinned();
}
