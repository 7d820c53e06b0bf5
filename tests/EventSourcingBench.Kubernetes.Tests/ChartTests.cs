namespace EventSourcingBench.Kubernetes.Tests;

/// <summary>The manifests of deploy/kubernetes, as objects of Kubernetes: each is one, none is at odds with another or unsafe.</summary>
public sealed class ChartTests
{
    private const string Defaults = "";

    private const string Several = """
        suite: mixed
        profile: smoke
        arguments: ["--trials", "3", "--threshold", "p99<20ms"]
        images: {api: "registry.example/bench/api:0.1.0", pullSecrets: [{name: registry}]}
        stores:
          - {name: sqlite, store: "sqlite:tuned", dataClaim: fast-disk, resources: {limits: {cpu: "4"}}}
          - {name: postgres-tuned, store: "postgres:tuned", arguments: ["--store-option", "postgres.pool=8"]}
          - {name: etcd, store: etcd}
        servers:
          - variable: EVENTSOURCINGBENCH_POSTGRES
            secret: postgres-bench
            key: connection
            port: 5432
            podLabels: {cnpg.io/cluster: bench}
            namespace: databases
          - {variable: EVENTSOURCINGBENCH_ETCD, secret: etcd-bench, key: addresses, port: 2379, cidr: 10.1.2.0/24}
        runner: {nodeSelector: {pool: bench, fast: "yes"}}
        generators:
          count: 5
          nodeSelector: {pool: load}
          tolerations: [{key: load, operator: Exists}]
          tokenSecret: {name: other, key: word}
        results: {print: false, createClaim: true, size: 20Gi, storageClass: fast}
        """;

    private const string OneNode = """
        antiAffinity: {required: false}
        servers:
          - {variable: EVENTSOURCINGBENCH_POSTGRES, secret: postgres-bench, key: connection, port: 5432, podLabels: {app: postgres}}
        results: {existingClaim: results-of-all}
        """;

    private const string Alone = """
        suite: ingest
        stores: []
        generators: {count: 0}
        arguments: ["--stores", "postgres"]
        networkPolicy: {enabled: false}
        """;

    public static TheoryData<string> AllValues => [Defaults, Several, OneNode, Alone];

    public static TheoryData<string> Distributed => [Defaults, Several, OneNode];

    [Theory]
    [InlineData(Defaults, 1, 2, 2, 3, 0)]
    [InlineData(Several, 3, 4, 2, 3, 1)]
    [InlineData(OneNode, 1, 2, 2, 3, 0)]
    [InlineData(Alone, 0, 0, 1, 0, 0)]
    public void Each_manifest_is_an_object_of_kubernetes_and_has_a_name_of_its_own(
        string values, int deployments, int services, int jobs, int policies, int claims)
    {
        var chart = Chart.Render(values);
        (chart.Deployments.Count, chart.Services.Count, chart.Jobs.Count, chart.Policies.Count, chart.Claims.Count)
            .ShouldBe((deployments, services, jobs, policies, claims));
        chart.All.Count.ShouldBe(deployments + services + jobs + policies + claims);
        chart.All.Select(o => (o.Kind, o.Metadata.Name)).ShouldBeUnique();
        chart.All.ShouldAllBe(o => o.Metadata.Name.StartsWith("run1-", StringComparison.Ordinal) && o.Metadata.NamespaceProperty == null);
        // README.md removes all but the claims by these labels and kinds.
        chart.All.ShouldAllBe(o => o.Metadata.Labels["app.kubernetes.io/name"] == "eventsourcingbench"
            && o.Metadata.Labels["app.kubernetes.io/instance"] == "run1");
        chart.All.Select(o => o.Kind).Distinct().ShouldBeSubsetOf(
            ["Job", "Deployment", "Service", "NetworkPolicy", "PersistentVolumeClaim"]);
    }

    [Theory]
    [InlineData(Defaults, 3)]
    [InlineData(Several, 5)]
    public void Generators_are_an_indexed_job_whose_pods_have_names_by_a_headless_service(string values, int count)
    {
        var chart = Chart.Render(values);
        var (job, service) = (chart.Job("generators"), chart.Services.Single(s => s.Metadata.Name == "run1-generators"));
        (job.Spec.CompletionMode, job.Spec.Completions, job.Spec.Parallelism, job.Spec.BackoffLimit).ShouldBe(("Indexed", count, count, 0));
        (job.Spec.Template.Spec.Subdomain, service.Spec.ClusterIP).ShouldBe((service.Metadata.Name, "None"));
        service.Spec.PublishNotReadyAddresses.ShouldBe(true, "the runner waits for pods that are not ready");
        job.Spec.Template.Spec.Containers.Single().Args.ShouldBe(["generator", "--listen", "0.0.0.0:5090", "--once"]);
        chart.Pods.Single(p => p.Name == "generators").Selects(service.Spec.Selector).ShouldBeTrue();
    }

    [Theory]
    [MemberData(nameof(AllValues))]
    public void A_job_is_run_once_and_not_for_ever(string values)
    {
        foreach (var job in Chart.Render(values).Jobs)
        {
            (job.Spec.BackoffLimit, job.Spec.Template.Spec.RestartPolicy).ShouldBe((0, "Never"));
            job.Spec.ActiveDeadlineSeconds.ShouldBe(86_400);
        }
    }

    [Theory]
    [MemberData(nameof(AllValues))]
    public void No_container_is_root_or_writes_outside_its_volumes_and_no_pod_can_ask_the_api_server(string values)
    {
        foreach (var pod in Chart.Render(values).Pods.Select(p => p.Template.Spec))
        {
            (pod.SecurityContext.RunAsNonRoot, pod.SecurityContext.RunAsUser, pod.SecurityContext.FsGroup).ShouldBe((true, 1654, 1654));
            pod.SecurityContext.SeccompProfile.Type.ShouldBe("RuntimeDefault");
            pod.AutomountServiceAccountToken.ShouldBe(false);
            (pod.HostNetwork, pod.HostPID, pod.HostIPC, pod.InitContainers).ShouldBe((null, null, null, null));
            pod.Volumes.ShouldAllBe(v => v.EmptyDir != null ? v.EmptyDir.Medium == null : v.PersistentVolumeClaim != null);
            var container = pod.Containers.Single();
            var security = container.SecurityContext;
            (security.AllowPrivilegeEscalation, security.ReadOnlyRootFilesystem, security.Privileged).ShouldBe((false, true, null));
            security.Capabilities.Drop.ShouldBe(["ALL"]);
            security.Capabilities.Add.ShouldBeNull();
            container.VolumeMounts.Select(m => m.Name).ShouldBe(pod.Volumes.Select(v => v.Name));
            container.VolumeMounts.Select(m => m.MountPath).ShouldBe(container.VolumeMounts.Select(m => $"/{m.Name}"));
            container.Env.Single(e => e.Name == "TMPDIR").Value.ShouldBe("/data");
            (container.Resources.Limits ?? container.Resources.Requests).ShouldNotBeEmpty();
        }
    }

    [Theory]
    [MemberData(nameof(AllValues))]
    public void Secrets_are_named_and_never_part_of_a_manifest(string values)
    {
        var chart = Chart.Render(values);
        foreach (var variable in chart.Pods.SelectMany(p => p.Template.Spec.Containers.Single().Env))
        {
            var isSecret = variable.Name.StartsWith("EVENTSOURCINGBENCH_", StringComparison.Ordinal);
            (variable.ValueFrom?.SecretKeyRef != null).ShouldBe(isSecret, variable.Name);
            (variable.Value == null).ShouldBe(variable.ValueFrom != null);
        }

        chart.All.ShouldAllBe(o => o.Kind != "Secret");
    }

    [Fact]
    public void Each_api_and_the_runner_have_the_connection_of_each_server_and_generators_their_secret_alone()
    {
        var chart = Chart.Render(Several);
        string[] servers = ["EVENTSOURCINGBENCH_POSTGRES=postgres-bench/connection", "EVENTSOURCINGBENCH_ETCD=etcd-bench/addresses"];
        string[] token = [$"{GeneratorToken.Variable}=other/word"];
        foreach (var pod in chart.Pods)
        {
            pod.Template.Spec.Containers.Single().Env.Where(e => e.ValueFrom?.SecretKeyRef != null)
                .Select(e => $"{e.Name}={e.ValueFrom.SecretKeyRef.Name}/{e.ValueFrom.SecretKeyRef.Key}")
                .ShouldBe(pod.Name switch { "runner" => [.. token, .. servers], "generators" => token, _ => servers });
        }
    }

    [Theory]
    [MemberData(nameof(Distributed))]
    public void Apis_and_generators_have_probes(string values)
    {
        var chart = Chart.Render(values);
        foreach (var deployment in chart.Deployments)
        {
            (deployment.Spec.Replicas, deployment.Spec.Strategy.Type).ShouldBe((1, "Recreate"));
            var container = deployment.Spec.Template.Spec.Containers.Single();
            var probes = new[] { container.ReadinessProbe, container.LivenessProbe, container.StartupProbe };
            probes.Select(p => p.HttpGet.Path).ShouldBe(["/health/ready", "/health/live", "/health/live"]);
            probes.ShouldAllBe(p => p.HttpGet.Port.Value == container.Ports.Single().Name);
        }

        var generator = chart.Job("generators").Spec.Template.Spec.Containers.Single();
        generator.ReadinessProbe.TcpSocket.Port.Value.ShouldBe(generator.Ports.Single().Name);
    }

    [Theory]
    [MemberData(nameof(Distributed))]
    public void A_service_and_a_deployment_select_the_pods_of_one_template_and_reach_a_port_that_it_has(string values)
    {
        var chart = Chart.Render(values);
        foreach (var service in chart.Services)
        {
            var pod = chart.Pods.Where(p => p.Selects(service.Spec.Selector)).ShouldHaveSingleItem();
            $"run1-{pod.Name}".ShouldBe(service.Metadata.Name);
            var port = pod.Template.Spec.Containers.Single().Ports.Single();
            var served = service.Spec.Ports.Single();
            (served.TargetPort.Value, served.Port).ShouldBe((port.Name, port.ContainerPort));
        }

        foreach (var spec in chart.Deployments.Select(d => d.Spec))
            chart.Pods.Where(p => p.Selects(spec.Selector.MatchLabels)).ShouldHaveSingleItem().Template.ShouldBe(spec.Template);
    }

    [Theory]
    [MemberData(nameof(Distributed))]
    public void Each_part_is_reached_by_those_that_use_it_and_by_no_other(string values)
    {
        var chart = Chart.Render(values);
        var apis = chart.Pods.Select(p => p.Name).Where(n => n.StartsWith("api-", StringComparison.Ordinal)).ToList();
        chart.Policies.ShouldAllBe(p => p.Spec.PolicyTypes.SequenceEqual(new[] { "Ingress", "Egress" }));
        chart.Pods.ShouldAllBe(pod => chart.Policies.Count(p => pod.Selects(p.Spec.PodSelector.MatchLabels)) == 1);
        chart.Flows(p => p.Spec.Ingress ?? [], r => r.FromProperty, r => r.Ports, isIngress: true).ShouldBe(
            [("runner", "generators", 5090), .. apis.SelectMany(a => new[] { ("runner", a, 8080), ("generators", a, 8080) })],
            ignoreOrder: true);
        // What is let in is let out.
        chart.Flows(p => p.Spec.Egress, r => r.To, r => r.Ports, isIngress: false).ShouldBe(
            chart.Flows(p => p.Spec.Ingress ?? [], r => r.FromProperty, r => r.Ports, isIngress: true), ignoreOrder: true);
        chart.Policies.ShouldAllBe(p => p.Spec.Egress.Any(r => r.Ports.Any(o => o.Port.Value == "53" && o.Protocol == "UDP")));
        chart.Policies.SelectMany(p => p.Spec.Egress).ShouldAllBe(r => r.To.Count > 0 && r.Ports.Count > 0);
    }

    [Fact]
    public void The_runner_and_the_apis_reach_the_servers_and_generators_do_not()
    {
        foreach (var policy in Chart.Render(Several).Policies)
        {
            var rules = policy.Spec.Egress.Where(r => r.Ports.Any(p => p.Port.Value is "5432" or "2379")).ToList();
            if (policy.Metadata.Name == "run1-generators")
            {
                rules.ShouldBeEmpty();
                continue;
            }

            rules.Select(r => r.Ports.Single().Port.Value).ShouldBe(["5432", "2379"]);
            var pods = rules[0].To.Single();
            pods.PodSelector.MatchLabels.ShouldBe(new Dictionary<string, string> { ["cnpg.io/cluster"] = "bench" });
            pods.NamespaceSelector.MatchLabels.ShouldBe(new Dictionary<string, string> { ["kubernetes.io/metadata.name"] = "databases" });
            rules[1].To.Single().IpBlock.Cidr.ShouldBe("10.1.2.0/24");
        }
    }

    [Theory]
    [InlineData(Defaults, true, 1)]
    [InlineData(Several, true, 2)]
    [InlineData(OneNode, false, 2)]
    public void A_generator_keeps_off_the_nodes_of_apis_and_servers(string values, bool isRequired, int terms)
    {
        var chart = Chart.Render(values);
        var affinity = chart.Job("generators").Spec.Template.Spec.Affinity.PodAntiAffinity;
        var required = affinity.RequiredDuringSchedulingIgnoredDuringExecution ?? [];
        var all = required.Concat((affinity.PreferredDuringSchedulingIgnoredDuringExecution ?? []).Select(p => p.PodAffinityTerm)).ToList();
        (required.Count > 0, all.Count).ShouldBe((isRequired, terms));
        all.ShouldAllBe(t => t.TopologyKey == "kubernetes.io/hostname");
        chart.Pods.Where(p => p.Selects(all[0].LabelSelector.MatchLabels)).Select(p => p.Name)
            .ShouldBe(chart.Deployments.Select(d => d.Metadata.Name["run1-".Length..]), ignoreOrder: true);
    }

    [Theory]
    [MemberData(nameof(AllValues))]
    public void The_runner_names_generators_and_apis_in_options_that_exist(string values)
    {
        var chart = Chart.Render(values);
        IReadOnlyList<string> arguments = [.. chart.Job("runner").Spec.Template.Spec.Containers.Single().Args];
        var parsed = Commands.Root().Parse(arguments);
        parsed.Errors.Select(e => e.Message).ShouldBeEmpty();
        After("--generator-hosts").ShouldBe(chart.Jobs.Where(j => j.Spec.CompletionMode == "Indexed")
            .Select(j => $"{j.Metadata.Name}-[{j.Spec.Completions}].{j.Spec.Template.Spec.Subdomain}:5090"));
        After("--api-hosts").ShouldBe(chart.Deployments.Select(
            d => $"{ArgumentAfter(d.Spec.Template.Spec.Containers.Single().Args, "--store")}={d.Metadata.Name}:8080"));
        After("--output").ShouldBe(["/results/$(POD_NAME)"]);
        After("--servers").ShouldBe(["env"]);

        IEnumerable<string> After(string option) => arguments.Zip(arguments.Skip(1)).Where(a => a.First == option).Select(a => a.Second);
    }

    [Fact]
    public void What_looks_like_another_type_stays_the_text_that_it_is()
    {
        var runner = Chart.Render(Several).Job("runner").Spec.Template.Spec;
        runner.Containers.Single().Args.TakeLast(4).ShouldBe(["--trials", "3", "--threshold", "p99<20ms"]);
        runner.NodeSelector["fast"].ShouldBe("yes");
        // For Kubernetes, whose YAML is older, it would be true without quotes.
        Chart.Text(Several).Split('\n').Single(l => l.Contains("yes")).Trim().ShouldBeOneOf("fast: \"yes\"", "fast: 'yes'");
    }

    [Theory]
    [InlineData("generators: {count: three}", "generators.count must be a whole number, not \"three\".")]
    [InlineData("generators: {count: 2.5}", "generators.count must be a whole number, not 2.5.")]
    [InlineData("antiAffinity: {required: no}", "antiAffinity.required must be true or false, not \"no\".")]
    [InlineData("stores: {name: sqlite}", "stores must be a list, not {\"name\":\"sqlite\"}.")]
    [InlineData("runner: 2", "runner must be a map, not 2.")]
    [InlineData("runner: {nodeSelector: {pool: 1}}", "runner.nodeSelector.pool must be text, not 1.")]
    [InlineData("api: {nodeSelector: {example: {com/pool: a}}}", "api.nodeSelector.example must be text, not {\"com/pool\":\"a\"}.")]
    [InlineData("results: {size: null}", "results.size must be text, not null.")]
    [InlineData("results: {sise: 5Gi}", "There is no value of the chart 'results.sise'; did you mean results.size?")]
    public void A_value_that_the_chart_does_not_have_or_of_another_type_is_refused(string values, string error) =>
        Should.Throw<UserException>(() => Chart.Text(values)).Message.ShouldStartWith(error);

    [Fact]
    public void A_single_value_is_put_over_those_of_the_file_and_an_escaped_dot_is_part_of_a_name()
    {
        var values = ChartValues.Parse("runner: {nodeSelector: {pool: bench, fast: a}}", "the test");
        ChartValues.Set(values, "runner.nodeSelector.fast", "b");
        ChartValues.Set(values, @"runner.nodeSelector.kubernetes\.io/hostname", "n1");
        ClusterCommand.Render(ChartValues.Over(ClusterCommand.Defaults, values), "run1")
            .ShouldContain("nodeSelector:\n        pool: bench\n        fast: b\n        kubernetes.io/hostname: n1\n");
    }

    [Fact]
    public void A_number_of_processors_needs_no_quotes() =>
        Chart.Render("runner: {resources: {limits: {cpu: 2}}}").Job("runner").Spec.Template.Spec.Containers.Single()
            .Resources.Limits["cpu"].ToString().ShouldBe("2");

    [Theory]
    [InlineData(Defaults, true, null)]
    [InlineData(Several, false, "run1-results")]
    [InlineData(OneNode, true, "results-of-all")]
    public void Results_are_printed_kept_on_a_claim_or_both(string values, bool isPrinted, string? claim)
    {
        var runner = Chart.Render(values).Job("runner").Spec.Template.Spec;
        runner.Volumes.Single(v => v.Name == "results").PersistentVolumeClaim?.ClaimName.ShouldBe(claim);
        (runner.Volumes.Single(v => v.Name == "results").EmptyDir != null).ShouldBe(claim is null);
        var command = runner.Containers.Single().Command;
        (command != null).ShouldBe(isPrinted);
        command?.Take(2).ShouldBe(["sh", "-c"]);
        // The program of the image, and its exit code.
        command?[2].ShouldStartWith("dotnet /app/EventSourcingBench.LoadTests.dll \"$@\" &\n");
        command?[2].TrimEnd().ShouldEndWith("\nexit \"$code\"");
    }

    private static string ArgumentAfter(IList<string> arguments, string option) => arguments[arguments.IndexOf(option) + 1];

    /// <summary>What the chart makes of some values, in a release run1.</summary>
    private sealed record Chart(IReadOnlyList<IKubernetesObject<V1ObjectMeta>> All)
    {
        public List<V1Deployment> Deployments => Of<V1Deployment>();

        public List<V1Service> Services => Of<V1Service>();

        public List<V1Job> Jobs => Of<V1Job>();

        public List<V1NetworkPolicy> Policies => Of<V1NetworkPolicy>();

        public List<V1PersistentVolumeClaim> Claims => Of<V1PersistentVolumeClaim>();

        /// <summary>The templates of pods, each with the name of its object behind that of the release.</summary>
        public IReadOnlyList<PodTemplate> Pods =>
        [
            .. Deployments.Select(d => new PodTemplate(d.Metadata.Name["run1-".Length..], d.Spec.Template)),
            .. Jobs.Select(j => new PodTemplate(j.Metadata.Name["run1-".Length..], j.Spec.Template)),
        ];

        public static string Text(string values) => ClusterCommand.Render(
            ChartValues.Over(ClusterCommand.Defaults, ChartValues.Parse(values, "the test")), "run1");

        public static Chart Render(string values)
        {
            // A document of nothing but a comment is none to Kubernetes, but an error to this reader.
            var documents = $"\n{Text(values)}".Split("\n---\n").Where(d => d.Split('\n').Any(l => l is not ("" or ['#', ..])));
            // Strictly: an unknown name, one that is given twice, and a value of another type are errors.
            var objects = KubernetesYaml.LoadAllFromString(string.Join("\n---\n", documents), strict: true);
            return new([.. objects.Cast<IKubernetesObject<V1ObjectMeta>>()]);
        }

        public V1Job Job(string name) => Jobs.Single(j => j.Metadata.Name == $"run1-{name}");

        /// <summary>Who may reach whom at which port, within the release, by one side of the policies.</summary>
        public IEnumerable<(string From, string To, int Port)> Flows<TRule>(
            Func<V1NetworkPolicy, IEnumerable<TRule>> rules, Func<TRule, IEnumerable<V1NetworkPolicyPeer>> peers,
            Func<TRule, IEnumerable<V1NetworkPolicyPort>> ports, bool isIngress) =>
            from policy in Policies
            from rule in rules(policy)
            from peer in peers(rule)
            from other in Pods
            where peer.NamespaceSelector is null && peer.PodSelector is { } pods && other.Selects(pods.MatchLabels)
            from own in Pods
            where own.Selects(policy.Spec.PodSelector.MatchLabels)
            from port in ports(rule)
            let number = int.Parse(port.Port.Value, CultureInfo.InvariantCulture)
            select isIngress ? (other.Name, own.Name, number) : (own.Name, other.Name, number);

        private List<T> Of<T>() => [.. All.OfType<T>()];
    }

    private sealed record PodTemplate(string Name, V1PodTemplateSpec Template)
    {
        public bool Selects(IDictionary<string, string> labels) =>
            labels.All(l => Template.Metadata.Labels.TryGetValue(l.Key, out var value) && value == l.Value);
    }
}
