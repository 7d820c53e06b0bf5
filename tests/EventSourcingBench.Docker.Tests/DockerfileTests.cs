namespace EventSourcingBench.Docker.Tests;

/// <summary>The Dockerfiles: pinned, built by the SDK of global.json, not run as root, checkable.</summary>
public sealed partial class DockerfileTests
{
    [Theory]
    [InlineData("docker/api.Dockerfile", "$APP_UID")]
    [InlineData("docker/loadtests.Dockerfile", "$APP_UID")]
    [InlineData("docker/umadb.Dockerfile", "umadb")]
    [InlineData("docker/etcd.Dockerfile", "etcd")]
    public void Its_base_images_are_pinned_to_a_patch_it_does_not_run_as_root_and_its_data_is_in_a_volume(string file, string user)
    {
        From().Matches(Repository.Read(file)).Select(m => m.Groups["image"].Value).ShouldAllBe(image => Pinned().IsMatch(image));
        LastStage(file).ShouldContain($"\nUSER {user}\n");
        LastStage(file).ShouldContain("\nVOLUME /data\n");
    }

    [Fact]
    public void The_apis_image_has_no_shell_asks_itself_and_starts_as_compose_starts_it()
    {
        var stage = LastStage("docker/api.Dockerfile");
        stage.ShouldContain("-chiseled-extra\n");
        stage.ShouldNotContain("\nRUN ");
        stage.ShouldContain("CMD [\"dotnet\", \"EventSourcingBench.Api.dll\", \"health\", \"http://127.0.0.1:8080/health/ready\"]");
        // As Compose starts it.
        var command = Compose.All["api"].Command.Select(w => $"\"{(w == "${STORE:-sqlite}" ? "sqlite" : w)}\"");
        stage.ShouldContain($"CMD [{string.Join(", ", command)}]");
    }

    [Fact]
    public void What_is_built_and_measured_here_stays_out_of_the_images() => new[]
    {
        "**/bin", "**/obj", "**/node_modules", "**/artifacts", "**/results", "**/TestResults", "**/BenchmarkDotNet.Artifacts",
        "**/docs", "**/compose*.yaml", ".git",
    }.ShouldBeSubsetOf(Repository.Read(".dockerignore").Split('\n'));

    [Theory]
    [InlineData("docker/api.Dockerfile", "src/EventSourcingBench.Api")]
    [InlineData("docker/loadtests.Dockerfile", "loadtests/EventSourcingBench.LoadTests")]
    public void It_publishes_by_the_sdk_of_global_json_and_the_script_that_is_left_in_the_context(string file, string project)
    {
        using var global = JsonDocument.Parse(Repository.Read("global.json"));
        var version = global.RootElement.GetProperty("sdk").GetProperty("version").GetString();
        Repository.Read(file).ShouldContain($"FROM mcr.microsoft.com/dotnet/sdk:{version}-noble AS build");
        Repository.Read(file).ShouldContain($"sh docker/publish.sh {project} ");
        Directory.Exists(Path.Combine(Repository.Root, project)).ShouldBeTrue();
        Repository.Read(".dockerignore").ShouldContain("docker/*\n!docker/publish.sh\n");
    }

    private static string LastStage(string file)
    {
        var text = Repository.Read(file);
        return text[text.LastIndexOf("\nFROM ", StringComparison.Ordinal)..];
    }

    [GeneratedRegex(@"^FROM (?<image>\S+)", RegexOptions.Multiline | RegexOptions.ExplicitCapture)]
    private static partial Regex From();

    [GeneratedRegex(@":\d+\.\d+\.\d+(-[a-z-]+)?(@sha256:[0-9a-f]{64})?\z")]
    private static partial Regex Pinned();
}
