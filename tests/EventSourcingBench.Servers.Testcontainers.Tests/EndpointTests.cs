using System.Diagnostics;
using DotNet.Testcontainers.Configurations;

namespace EventSourcingBench.Servers.Testcontainers.Tests;

/// <summary>Machines without Docker: a reason in words, in time, and never an exception of somebody else's.</summary>
public sealed class EndpointTests
{
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(1);
    private static readonly ServerKind Postgres = new ServerKinds([], []).Find("postgres").Kind;

    [Fact]
    public async Task Without_an_endpoint_the_reason_says_what_to_start_or_set()
    {
        var unavailable = await CheckAsync(() => null);

        unavailable.Reason.ShouldStartWith("No Docker endpoint answered (");
        unavailable.Fix.ShouldBe(
            "Start Docker, or set DOCKER_HOST to its endpoint, or set EVENTSOURCINGBENCH_POSTGRES to a connection string.");
    }

    [Fact]
    public async Task A_search_that_hangs_is_not_waited_for()
    {
        using var never = new ManualResetEventSlim();
        var watch = Stopwatch.StartNew();

        var unavailable = await CheckAsync(() =>
        {
            never.Wait(TimeSpan.FromSeconds(30));
            return null;
        });

        watch.Elapsed.ShouldBeLessThan(TimeSpan.FromSeconds(5));
        unavailable.Reason.ShouldStartWith("The Docker endpoint did not answer within 1 s (");
        never.Set();
    }

    [Fact]
    public async Task A_socket_without_a_listener_is_reported()
    {
        var unavailable = await CheckAsync(() => new DockerEndpointAuthenticationConfiguration(new Uri("unix:///no/such/docker.sock")));

        unavailable.Reason.ShouldStartWith("The Docker endpoint failed: ");
        unavailable.Fix.ShouldContain("Start Docker");
    }

    [Fact]
    public async Task An_engine_on_another_machine_is_refused()
    {
        var unavailable = await CheckAsync(() => new DockerEndpointAuthenticationConfiguration(new Uri("tcp://docker.example:2375")));

        unavailable.Reason.ShouldContain("is on another machine");
        unavailable.Fix.ShouldContain("set EVENTSOURCINGBENCH_POSTGRES");
    }

    [Fact]
    public async Task A_start_without_an_endpoint_is_unavailable_in_the_same_words()
    {
        var provisioner = new TestcontainersProvisioner(new DockerEndpoint(() => null, Limit), _ => null);

        var thrown = await Should.ThrowAsync<StoreUnavailableException>(
            () => provisioner.StartAsync(new ServerRequest(Postgres, "/no/such/folder"), TestContext.Current.CancellationToken));
        thrown.Message.ShouldStartWith("No Docker endpoint answered (");
    }

    [Fact]
    public async Task A_kind_without_an_image_is_said_before_the_engine_is_asked()
    {
        var asked = false;
        var endpoint = new DockerEndpoint(
            () =>
            {
                asked = true;
                return null;
            },
            Limit);

        var unavailable = await new TestcontainersProvisioner(endpoint, _ => null)
            .CheckAsync(new ServerKind { Name = "oracle" }, TestContext.Current.CancellationToken);

        unavailable.ShouldNotBeNull().Reason.ShouldBe("There is no image for servers of kind oracle.");
        asked.ShouldBeFalse();
    }

    private static async Task<Unavailable> CheckAsync(Func<IDockerEndpointAuthenticationConfiguration?> find) =>
        (await new TestcontainersProvisioner(new DockerEndpoint(find, Limit), _ => null)
            .CheckAsync(Postgres, TestContext.Current.CancellationToken)).ShouldNotBeNull();
}
