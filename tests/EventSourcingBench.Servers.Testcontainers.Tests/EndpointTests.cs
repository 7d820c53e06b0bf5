using DotNet.Testcontainers.Configurations;

namespace EventSourcingBench.Servers.Testcontainers.Tests;

/// <summary>Machines without Docker: a reason in words, in time, and never an exception of somebody else's.</summary>
public sealed class EndpointTests
{
    private static readonly ServerKind Postgres = new ServerKinds([], []).Find("postgres").Kind;

    [Fact]
    public async Task Without_an_endpoint_the_reason_says_what_to_start_or_set()
    {
        var unavailable = await CheckAsync(() => null);
        unavailable.Reason.ShouldStartWith("No Docker endpoint answered (");
        unavailable.Fix.ShouldBe(
            "Start Docker, or set DOCKER_HOST to its endpoint, or set EVENTSOURCINGBENCH_POSTGRES to a connection string.");
        (await Should.ThrowAsync<StoreUnavailableException>(
            () => Provisioner(() => null).StartAsync(new ServerRequest(Postgres, "/no/such/folder"), Cancel)))
            .Message.ShouldStartWith("No Docker endpoint answered (");
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

    [Theory]
    [InlineData("unix:///no/such/docker.sock", @"\AThe Docker endpoint failed: ", "Start Docker")]
    [InlineData("tcp://docker.example:2375", "is on another machine", "set EVENTSOURCINGBENCH_POSTGRES")]
    public async Task A_socket_without_a_listener_and_an_engine_on_another_machine_are_reported(string uri, string reason, string fix)
    {
        var unavailable = await CheckAsync(() => new DockerEndpointAuthenticationConfiguration(new Uri(uri)));
        unavailable.Reason.ShouldMatch(reason);
        unavailable.Fix.ShouldContain(fix);
    }

    [Fact]
    public async Task A_kind_without_an_image_is_said_before_the_engine_is_asked() =>
        (await CheckAsync(() => throw new InvalidOperationException("asked"), new ServerKind { Name = "oracle" }))
            .Reason.ShouldBe("There is no image for servers of kind oracle.");

    private static async Task<Unavailable> CheckAsync(Func<IDockerEndpointAuthenticationConfiguration?> find, ServerKind? kind = null) =>
        (await Provisioner(find).CheckAsync(kind ?? Postgres, Cancel)).ShouldNotBeNull();

    private static TestcontainersProvisioner Provisioner(Func<IDockerEndpointAuthenticationConfiguration?> find) =>
        new(find, TimeSpan.FromSeconds(1), _ => null);
}
