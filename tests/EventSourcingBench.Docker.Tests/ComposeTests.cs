using System.Text.RegularExpressions;

namespace EventSourcingBench.Docker.Tests;

/// <summary>docker/compose.yaml says what docker/README.md promises of it.</summary>
public sealed partial class ComposeTests
{
    private static readonly string[] Servers = ["postgres", "mongodb", "eventstoredb", "kurrentdb", "umadb"];

    public static TheoryData<string> AllServices => new(Compose.Services.Keys);

    public static TheoryData<string> AllServers => new(Servers);

    [Theory]
    [InlineData("postgres", "postgres")]
    [InlineData("mongodb", "mongodb")]
    [InlineData("eventstoredb", "eventstoredb")]
    [InlineData("kurrentdb", "kurrentdb")]
    [InlineData("umadb", "umadb")]
    [InlineData("api", "api")]
    [InlineData("loadtests", "loadtests")]
    [InlineData("all", "postgres", "mongodb", "eventstoredb", "kurrentdb", "umadb")]
    public void A_profile_starts_these_services(string profile, params string[] services) =>
        Compose.Services.Where(s => Compose.Texts(s.Value, "profiles").Contains(profile)).Select(s => s.Key).ShouldBe(services, ignoreOrder: true);

    [Theory]
    [MemberData(nameof(AllServices))]
    public void Its_image_is_pinned(string name) => Compose.Text(Compose.Services[name], "image").ShouldNotBeNull().ShouldMatch(Pinned().ToString());

    [Theory]
    [MemberData(nameof(AllServers))]
    public void A_server_has_a_health_check_of_its_own_and_time_to_become_healthy(string name)
    {
        var check = Compose.Mapping(Compose.Services[name], "healthcheck");

        Compose.Texts(check, "test")[0].ShouldBe("CMD");
        Compose.Texts(check, "test").Count.ShouldBeGreaterThan(1);
        int.Parse(Compose.Text(check, "retries").ShouldNotBeNull(), null).ShouldBeGreaterThanOrEqualTo(30);
    }

    [Theory]
    [InlineData("postgres", "pg_isready")]
    [InlineData("mongodb", "isWritablePrimary")]
    [InlineData("eventstoredb", "/health/live")]
    [InlineData("kurrentdb", "/health/live")]
    [InlineData("umadb", "healthy.py")]
    [InlineData("api", "/health/ready")]
    public void Healthy_means_ready_to_append(string name, string asks) =>
        string.Join(' ', Compose.Texts(Compose.Mapping(Compose.Services[name], "healthcheck"), "test")).ShouldContain(asks);

    [Theory]
    [InlineData("postgres", "/data")]
    [InlineData("mongodb", "/data/db")]
    [InlineData("eventstoredb", "/var/lib/eventstore")]
    [InlineData("kurrentdb", "/var/lib/kurrentdb")]
    [InlineData("umadb", "/data")]
    [InlineData("api", "/data")]
    public void Its_data_is_in_a_named_volume(string name, string folder)
    {
        var volume = Compose.Texts(Compose.Services[name], "volumes").Single(v => v.EndsWith($":{folder}", StringComparison.Ordinal)).Split(':')[0];

        volume.ShouldMatch("^[a-z-]+$", "a name, not a path of this machine");
        Compose.Volumes.ShouldContain(volume);
    }

    [Theory]
    [MemberData(nameof(AllServices))]
    public void Nothing_is_kept_in_memory(string name)
    {
        Compose.Has(Compose.Services[name], "tmpfs").ShouldBeFalse();
        Compose.Texts(Compose.Services[name], "volumes").ShouldNotContain(v => v.Contains("tmpfs", StringComparison.Ordinal) || v.Contains("/dev/shm", StringComparison.Ordinal));
    }

    [Theory]
    [MemberData(nameof(AllServices))]
    public void Its_ports_are_open_on_loopback_only(string name)
    {
        Compose.Texts(Compose.Services[name], "ports").ShouldAllBe(p => p.StartsWith("127.0.0.1:", StringComparison.Ordinal));
        Compose.Has(Compose.Services[name], "network_mode").ShouldBeFalse();
    }

    [Fact]
    public void Every_server_has_a_port_of_its_own()
    {
        var ports = Servers.Append("api").Select(s => Compose.Texts(Compose.Services[s], "ports").ShouldHaveSingleItem())
            .Select(p => DefaultPort().Match(p).Groups[1].Value)
            .ToList();

        ports.ShouldBeUnique();
        ports.ShouldAllBe(p => p.Length > 0);
    }

    [Fact]
    public void Postgres_is_durable()
    {
        var command = Compose.Texts(Compose.Services["postgres"], "command");

        foreach (var setting in new[] { "fsync=on", "synchronous_commit=on", "full_page_writes=on" })
        {
            command.ShouldContain(setting);
        }
    }

    [Fact]
    public void Postgres_has_the_settings_of_a_server_that_the_runner_starts()
    {
        var source = Repository.Read("src/EventSourcingBench.Hosting/Servers/PostgresSettings.cs");
        var common = source[..source.IndexOf("For a server of this machine", StringComparison.Ordinal)];
        var expected = Setting().Matches(common).Select(m => $"{m.Groups[1].Value}={m.Groups[2].Value}").ToList();
        var given = Compose.Texts(Compose.Services["postgres"], "command").Where(c => c.Contains('=')).ToList();

        expected.Count.ShouldBeGreaterThan(5);
        given.ShouldBe(["listen_addresses=*", .. expected], ignoreOrder: true);
    }

    [Fact]
    public void MongoDb_is_a_replica_set_with_its_journal()
    {
        var command = string.Join(' ', Compose.Texts(Compose.Services["mongodb"], "command"));

        command.ShouldContain("--replSet rs0");
        command.ShouldNotContain("nojournal");
    }

    [Theory]
    [InlineData("eventstoredb", "EVENTSTORE")]
    [InlineData("kurrentdb", "KURRENTDB")]
    public void EventStoreDb_and_KurrentDb_flush_to_disk(string name, string prefix)
    {
        var environment = Compose.Mapping(Compose.Services[name], "environment");

        Compose.Text(environment, $"{prefix}_MEM_DB").ShouldBe("false");
        Compose.Text(environment, $"{prefix}_UNSAFE_DISABLE_FLUSH_TO_DISK").ShouldBe("false");
    }

    [Fact]
    public void The_runners_containers_and_these_are_of_the_same_images()
    {
        var specs = Repository.Read("src/EventSourcingBench.Servers.Testcontainers/Specs/ServerSpecs.cs");

        foreach (var name in Servers.Except(["umadb"]))
        {
            specs.ShouldContain($"Image = \"{Compose.Text(Compose.Services[name], "image")}\"");
        }

        // The published image cannot be checked from inside; the same version all the same.
        specs.ShouldContain("Image = \"umadb/umadb:0.7.8\"");
        Compose.Text(Compose.Services["umadb"], "image").ShouldNotBeNull().ShouldEndWith(":0.7.8");
        Repository.Read("docker/umadb.Dockerfile").ShouldContain("umadb==0.7.8");
    }

    // A tag of a full version; "latest" and a missing tag have none.
    [GeneratedRegex(@"\A[a-z/]+:\d+\.\d+(\.\d+)?(-[a-z]+)?(@sha256:[0-9a-f]{64})?\z")]
    private static partial Regex Pinned();

    [GeneratedRegex(@":-(\d+)\}:\d+\z")]
    private static partial Regex DefaultPort();

    [GeneratedRegex(@"Set\(""(\w+)"", ""(\w+)""\)")]
    private static partial Regex Setting();
}
