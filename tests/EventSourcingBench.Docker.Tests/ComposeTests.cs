using System.Data.Common;

namespace EventSourcingBench.Docker.Tests;

/// <summary>docker/compose.yaml says what docker/README.md promises of it.</summary>
public sealed partial class ComposeTests
{
    private static readonly string[] Servers = ["postgres", "mongodb", "eventstoredb", "kurrentdb", "umadb", "etcd-a", "etcd-b", "etcd-c"];

    private const string Token = "EVENTSOURCINGBENCH_GENERATOR_TOKEN";

    // Built here, for want of an image that can be checked from inside or that is pinned.
    private static readonly string[] BuiltHere = ["umadb", "etcd-a", "etcd-b", "etcd-c"];

    private static readonly string[] Members = ["mongodb-1", "mongodb-2", "mongodb-3", "kurrentdb-1", "kurrentdb-2", "kurrentdb-3"];

    // As the Dockerfiles of the published images say.
    private static readonly Dictionary<string, string[]> DeclaredVolumes = new(StringComparer.Ordinal)
    {
        ["postgres"] = ["/var/lib/postgresql"],
        ["mongo"] = ["/data/db", "/data/configdb"],
        ["eventstore/eventstore"] = ["/var/lib/eventstore", "/var/log/eventstore"],
        ["kurrentplatform/kurrentdb"] = ["/var/lib/kurrentdb", "/var/log/kurrentdb"],
    };

    public static TheoryData<string> AllServices => new(Compose.All.Keys);

    [Theory]
    [InlineData("etcd", "etcd-a", "etcd-b", "etcd-c")]
    [InlineData("loadtests", "loadtests", "results-folder")]
    [InlineData("distributed", "distributed", "distributed-api", "generator-0", "generator-1", "generator-2", "results-folder")]
    [InlineData("mongodb-cluster", "mongodb-1", "mongodb-2", "mongodb-3")]
    [InlineData("kurrentdb-cluster", "kurrentdb-1", "kurrentdb-2", "kurrentdb-3")]
    [InlineData("all", "postgres", "mongodb", "eventstoredb", "kurrentdb", "umadb")]
    public void A_profile_starts_these_services(string profile, params string[] services) =>
        Compose.All.Where(s => s.Value.Profiles.Contains(profile)).Select(s => s.Key).ShouldBe(services, ignoreOrder: true);

    [Theory]
    [MemberData(nameof(AllServices))]
    public void Its_image_is_pinned_its_ports_are_on_loopback_only_and_nothing_is_kept_in_memory(string name)
    {
        var service = Compose.All[name];
        // A tag of a full version; "latest" and a missing tag have none.
        service.Image!.ShouldMatch(@"\A[a-z/]+:\d+\.\d+(\.\d+)?(-[a-z]+)?(@sha256:[0-9a-f]{64})?\z");
        service.Ports.ShouldAllBe(p => p.StartsWith("127.0.0.1:", StringComparison.Ordinal));
        (service.NetworkMode ?? "service:none").ShouldStartWith("service:", Case.Sensitive, "never the network of this machine");
        service.Tmpfs.ShouldBeNull();
        service.Volumes.ShouldAllBe(v => !v.Contains("tmpfs") && !v.Contains("/dev/shm"));
    }

    [Theory]
    [InlineData("postgres", "pg_isready")]
    [InlineData("mongodb", "isWritablePrimary")]
    [InlineData("eventstoredb", "/health/live")]
    [InlineData("kurrentdb", "/health/live")]
    [InlineData("mongodb-1", "primary")]
    [InlineData("mongodb-2", "isWritablePrimary")]
    [InlineData("mongodb-3", "isWritablePrimary")]
    [InlineData("kurrentdb-1", ":2121/health/live")]
    [InlineData("kurrentdb-2", ":2122/health/live")]
    [InlineData("kurrentdb-3", ":2123/health/live")]
    [InlineData("umadb", "healthy.py")]
    [InlineData("etcd-a", "endpoint health")]
    [InlineData("etcd-b", "endpoint health")]
    [InlineData("etcd-c", "endpoint health")]
    [InlineData("generator-0", "/dev/tcp/127.0.0.1/5090")]
    [InlineData("distributed-api", "/health/ready")]
    [InlineData("api", "/health/ready", 12)]
    public void Healthy_means_ready_to_append_and_a_server_has_time_to_become_healthy(string name, string asks, int leastRetries = 30)
    {
        var check = Compose.All[name].Healthcheck;
        check.Test[0].ShouldBe("CMD");
        string.Join(' ', check.Test).ShouldContain(asks);
        check.Retries.ShouldBeGreaterThanOrEqualTo(leastRetries);
    }

    [Fact]
    public void Data_is_in_named_volumes_of_one_service_each() =>
        // The service results-folder only prepares the folders of loadtests.
        Compose.All.Where(s => s.Key != "results-folder").SelectMany(s => s.Value.Volumes).Select(v => v.Split(':')[0])
            .Where(v => v != "./results").ShouldBe(Compose.AllVolumes, ignoreOrder: true);

    [Theory]
    [MemberData(nameof(AllServices))]
    public void Every_folder_that_its_image_declares_as_a_volume_is_mounted(string name)
    {
        var repository = Compose.All[name].Image!.Split(':')[0];
        var declared = DeclaredVolumes.GetValueOrDefault(repository) ?? [.. VolumeLine()
            .Matches(Repository.Read($"docker/{repository.Split('/')[^1]}.Dockerfile")).Select(m => m.Groups["folder"].Value)];
        declared.ShouldNotBeEmpty();
        Compose.All[name].Volumes.Select(v => v.Split(':')[1]).ShouldBe(declared, ignoreOrder: true);
    }

    [Fact]
    public void One_service_builds_an_image_and_the_others_take_it()
    {
        foreach (var image in Compose.All.Values.GroupBy(s => s.Image).Where(i => i.Any(s => s.Build is not null)))
        {
            image.Count(s => s.Build is not null).ShouldBe(1, image.Key);
            image.Where(s => s.Build is null).ShouldAllBe(s => s.PullPolicy == "never");
        }
    }

    [Fact]
    public void The_apis_data_outlives_its_container()
    {
        string.Join(' ', Compose.All["api"].Command).ShouldContain("--data-folder /data --namespace api --keep");
        Compose.All["api"].Hostname.ShouldNotBeNull("what a killed process left is known by it");
    }

    [Fact]
    public void The_results_folder_is_writable_before_the_suites_start_and_each_run_has_its_own_in_it()
    {
        var (before, suites) = (Compose.All["results-folder"], Compose.All["loadtests"]);
        before.User.ShouldBe("0");
        before.Entrypoint.ShouldBe(["chmod", "a+rwx", "/results"]);
        before.Volumes.ShouldContain("./results:/results");
        suites.Volumes.ShouldContain("./results:/results");
        suites.DependsOn["results-folder"]["condition"].ShouldBe("service_completed_successfully");
        suites.Command.ShouldNotContain("--output");
        foreach (var file in new[] { "docker/loadtests.Dockerfile", "docker/README.md" })
            Repository.Read(file).ShouldNotContain("--output");
    }

    [Fact]
    public void A_distributed_run_uses_three_generators_and_an_api_of_the_same_image_which_only_its_network_reaches()
    {
        var runner = Compose.All["distributed"];
        var others = Enumerable.Range(0, 3).Select(i => Compose.All[$"generator-{i}"]).Append(Compose.All["distributed-api"]).ToList();
        others.ShouldAllBe(s => s.Image == runner.Image && s.Ports.Length == 0);
        others.SkipLast(1).ShouldAllBe(g => g.Environment[Token] == runner.Environment[Token]);
        Repository.Read("loadtests/EventSourcingBench.LoadTests/Generators/GeneratorToken.cs").ShouldContain($"\"{Token}\"");
        others.SkipLast(1).Select(g => string.Join(' ', g.Command)).ShouldAllBe(c => c == "generator --listen 0.0.0.0:5090");
        var command = string.Join(' ', runner.Command);
        command.ShouldContain("--generator-hosts generator-[3]:5090 --api-hosts ${STORE:-sqlite}=distributed-api:8080");
        string.Join(' ', Compose.All["distributed-api"].Command).ShouldContain("--store ${STORE:-sqlite} --allow-reset ");
        others.Count.ShouldBe(runner.DependsOn.Count(d => d.Value["condition"] == "service_healthy" && !d.Value.ContainsKey("required")));
    }

    [Fact]
    public void Every_server_has_a_port_of_its_own()
    {
        string[] ports =
        [
            .. Servers.Append("api").Select(s => DefaultPort().Match(Compose.All[s].Ports.ShouldHaveSingleItem()).Groups[1].Value),
            .. Members.SelectMany(s => Compose.All[s].Ports).Select(p => p.Split(':')[1]),
        ];
        ports.ShouldBeUnique();
        ports.ShouldAllBe(p => p.Length > 0);
    }

    [Fact]
    public void Postgres_has_the_settings_of_a_server_that_the_runner_starts()
    {
        var source = Repository.Read("src/Stores/EventSourcingBench.Stores.PostgreSql/Servers/PostgresSettings.cs");
        var common = source[..source.IndexOf("For a server of this machine", StringComparison.Ordinal)];
        var expected = Setting().Matches(common).Select(m => $"{m.Groups[1].Value}={m.Groups[2].Value}").ToList();
        var given = Compose.All["postgres"].Command.Where(c => c.Contains('=')).ToList();
        expected.Count.ShouldBeGreaterThan(5);
        given.ShouldBe(["listen_addresses=*", .. expected], ignoreOrder: true);
        new[] { "fsync=on", "synchronous_commit=on", "full_page_writes=on" }.ShouldBeSubsetOf(given);
    }

    [Fact]
    public void A_password_of_postgres_may_have_separators_and_apostrophes()
    {
        var connection = Compose.All["loadtests"].Environment["EVENTSOURCINGBENCH_POSTGRES"]
            .Replace("${POSTGRES_PASSWORD:-bench}", "a;b='c ", StringComparison.Ordinal);
        new DbConnectionStringBuilder { ConnectionString = connection }["Password"].ShouldBe("a;b='c ");
    }

    [Fact]
    public void MongoDb_is_a_replica_set_with_its_journal()
    {
        var command = string.Join(' ', Compose.All["mongodb"].Command);
        command.ShouldContain("--replSet rs0");
        command.ShouldNotContain("nojournal");
    }

    [Theory]
    [InlineData("eventstoredb", "EVENTSTORE")]
    [InlineData("kurrentdb", "KURRENTDB")]
    [InlineData("kurrentdb-1", "KURRENTDB")]
    [InlineData("kurrentdb-2", "KURRENTDB")]
    [InlineData("kurrentdb-3", "KURRENTDB")]
    public void EventStoreDb_and_KurrentDb_flush_to_disk_and_take_appends_as_large_as_the_runners(string name, string prefix)
    {
        Compose.All[name].Environment[$"{prefix}_MEM_DB"].ShouldBe("false");
        Compose.All[name].Environment[$"{prefix}_UNSAFE_DISABLE_FLUSH_TO_DISK"].ShouldBe("false");
        Compose.All[name].Environment[$"{prefix}_MAX_APPEND_SIZE"].ShouldBe("15728640");
    }

    [Theory]
    [InlineData("mongodb", 27021)]
    [InlineData("kurrentdb", 2121)]
    public void Members_of_a_cluster_share_a_network_and_have_separate_ports(string product, int firstPort)
    {
        var members = Enumerable.Range(1, 3).Select(i => Compose.All[$"{product}-{i}"]).ToList();
        members[0].Ports.ShouldBe(Enumerable.Range(firstPort, 3).Select(p => $"127.0.0.1:{p}:{p}"));
        members.Skip(1).ShouldAllBe(m => m.NetworkMode == $"service:{product}-1" && m.Ports.Length == 0);
        members.Select(m => m.Image).ShouldAllBe(i => i == Compose.All[product].Image);
        for (var i = 0; i < members.Count; i++)
            members[i].Command.Append(members[i].Environment.GetValueOrDefault("KURRENTDB_NODE_PORT")).ShouldContain($"{firstPort + i}");
    }

    [Theory]
    [InlineData("kurrentdb-1", "127.0.0.1:2122", "127.0.0.1:2123")]
    [InlineData("kurrentdb-2", "127.0.0.1:2121", "127.0.0.1:2123")]
    [InlineData("kurrentdb-3", "127.0.0.1:2121", "127.0.0.1:2122")]
    public void A_member_of_kurrentdb_knows_the_two_others(string member, params string[] others)
    {
        Compose.All[member].Environment["KURRENTDB_CLUSTER_SIZE"].ShouldBe("3");
        Compose.All[member].Environment["KURRENTDB_GOSSIP_SEED"].Split(',').ShouldBe(others, ignoreOrder: true);
    }

    [Fact]
    public void The_readme_says_how_to_reach_a_cluster_and_how_everything_is_removed()
    {
        var readme = Repository.Read("docker/README.md");
        readme.ShouldContain("`EVENTSOURCINGBENCH_MONGODB` `mongodb://127.0.0.1:27021,127.0.0.1:27022,127.0.0.1:27023/?replicaSet=rs3`");
        readme.ShouldContain("`EVENTSOURCINGBENCH_KURRENTDB` `kurrentdb://127.0.0.1:2121,127.0.0.1:2122,127.0.0.1:2123?tls=false`");
        readme.ShouldContain("--profile '*' down");
        readme.ShouldNotContain("--profile all down");
    }

    [Fact]
    public void Etcd_has_the_settings_of_members_that_the_runner_starts_and_each_member_has_a_name_that_the_cluster_knows()
    {
        var source = Repository.Read("src/Stores/EventSourcingBench.Stores.Etcd/EtcdServer.cs").Split("// The most streams")[1];
        var image = Repository.Read("docker/etcd.Dockerfile");
        var flags = Flag().Matches(source).Select(m => $"\"--{m.Groups[1].Value}={m.Groups[2].Value}\"").ToList();
        flags.Count.ShouldBeGreaterThan(4);
        flags.ShouldAllBe(f => image.Contains(f, StringComparison.Ordinal));
        image.ShouldNotContain("unsafe-no-fsync");
        image.ShouldContain("etcd-server=" + Compose.All["etcd-a"].Image!.Split(':')[1]);
        foreach (var name in Servers.Where(s => s.StartsWith("etcd-", StringComparison.Ordinal)))
        {
            Compose.All[name].Command.ShouldContain($"--name={name}");
            image.ShouldContain($"{name}=http://{name}:2380");
        }
    }

    [Fact]
    public void The_runners_containers_and_these_are_of_the_same_images()
    {
        var stores = Path.Combine(Repository.Root, "src", "Stores");
        var sources = string.Concat(Directory.EnumerateFiles(stores, "*.cs", SearchOption.AllDirectories).Select(File.ReadAllText));
        Servers.Except(BuiltHere).ShouldAllBe(name => sources.Contains($"\"{Compose.All[name].Image}\""));
        // The published image cannot be checked from inside; the same version all the same.
        sources.ShouldContain("Image = \"umadb/umadb:0.7.8\"");
        Compose.All["umadb"].Image!.ShouldEndWith(":0.7.8");
        Repository.Read("docker/umadb.Dockerfile").ShouldContain("umadb==0.7.8");
    }

    [GeneratedRegex(@"^VOLUME (?<folder>\S+)$", RegexOptions.Multiline | RegexOptions.ExplicitCapture)]
    private static partial Regex VolumeLine();

    [GeneratedRegex(@":-(\d+)\}:\d+\z")]
    private static partial Regex DefaultPort();

    [GeneratedRegex(@"""--([\w-]+)"", ""(\w+)""")]
    private static partial Regex Flag();

    [GeneratedRegex(@"Set\(""(\w+)"", ""([\w.]+)""\)")]
    private static partial Regex Setting();
}
