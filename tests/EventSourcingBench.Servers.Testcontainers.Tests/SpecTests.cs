using Docker.DotNet.Models;
using ContainerSpec = EventSourcingBench.Abstractions.ContainerSpec;

namespace EventSourcingBench.Servers.Testcontainers.Tests;

/// <summary>What is asked of the engine, whether there is one or not.</summary>
public sealed class SpecTests
{
    /// <summary>How the kinds of all plug-ins that are built are run in a container.</summary>
    private static readonly Dictionary<string, ContainerSpec> Images = new PluginLocator().Find(PluginKind.Store, [])
        .SelectMany(p => p.Manifest.Servers).Distinct().Select(new ServerKinds([], []).Find).Select(k => k.Kind)
        .Where(k => k.Container is not null).ToDictionary(k => k.Name, k => k.Container!);

    public static TheoryData<string> Kinds => new(Images.Keys);

    [Theory]
    [MemberData(nameof(Kinds))]
    public void An_image_has_a_full_version_its_data_a_folder_for_a_volume_and_its_client_goes_to_loopback(string kind)
    {
        var spec = Images[kind];
        // A tag with three parts or, where the product has two, two; never a moving one.
        spec.Image.ShouldMatch(@"\A[a-z/.]+:\d+\.\d+(\.\d+)?(-[a-z]+)?(@sha256:[0-9a-f]{64})?\z");
        spec.DataFolder.ShouldStartWith("/");
        spec.ConnectionString(4711, "secret").ShouldContain("127.0.0.1");
        spec.ConnectionString(4711, "secret").ShouldContain("4711");
        (spec.ReadyCommand.Count > 0 || spec.ReadyLine.Length > 0).ShouldBeTrue();
    }

    [Fact]
    public void A_password_is_given_in_the_variable_that_takes_it()
    {
        var spec = Images["postgres"];
        ContainerStart.Environment(spec, "secret")[spec.PasswordVariable!].ShouldBe("secret");
        ContainerStart.Environment(spec with { PasswordVariable = null }, "secret").ShouldBeSameAs(spec.Environment);
    }

    [Fact]
    public void Ports_are_published_on_loopback_limits_are_the_engines_and_without_them_nothing_is_limited()
    {
        var parameters = new CreateContainerParameters
        {
            HostConfig = new HostConfig
            {
                PortBindings = new Dictionary<string, IList<PortBinding>> { ["5432/tcp"] = [new PortBinding { HostPort = "0" }] },
            },
        };
        var limits = new ServerLimits { Cpus = 1.5, MemoryBytes = 512L << 20 };
        ContainerParameters.Apply(parameters, limits);
        parameters.HostConfig.PortBindings["5432/tcp"].ShouldHaveSingleItem().HostIP.ShouldBe("127.0.0.1");
        parameters.HostConfig.NanoCPUs.ShouldBe(1_500_000_000);
        parameters.HostConfig.Memory.ShouldBe(512L << 20);
        parameters.HostConfig.MemorySwap.ShouldBe(512L << 20);
        parameters.HostConfig.Tmpfs.ShouldBeNull();
        ContainerParameters.Limits(parameters.HostConfig).ShouldBe(limits);

        parameters = new CreateContainerParameters();
        ContainerParameters.Apply(parameters, ServerLimits.None);
        parameters.HostConfig.ShouldNotBeNull().NanoCPUs.ShouldBe(0);
        parameters.HostConfig!.Memory.ShouldBe(0);
        ContainerParameters.Limits(parameters.HostConfig).AreNone.ShouldBeTrue();
    }
}
