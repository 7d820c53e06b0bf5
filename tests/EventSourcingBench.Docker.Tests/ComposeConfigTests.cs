namespace EventSourcingBench.Docker.Tests;

/// <summary>Compose's own opinion of the file, where its client is on this machine; it needs no engine for that.</summary>
public sealed class ComposeConfigTests
{
    private static readonly Task<CommandResult?> Version = RunAsync("version");

    public static TheoryData<string> Profiles => new(Compose.All.Values.SelectMany(s => s.Profiles).Append("*").Distinct());

    [Theory]
    [MemberData(nameof(Profiles))]
    public async Task It_takes_the_file_with_the_profile(string profile) => await ConfigAsync("--profile", profile, "config", "--quiet");

    [Fact]
    public async Task Every_service_is_of_the_profile_that_the_readme_removes() =>
        (await ConfigAsync("--profile", "*", "config", "--services")).ShouldBe(Compose.All.Keys, ignoreOrder: true);

    private static async Task<IReadOnlyList<string>> ConfigAsync(params string[] arguments)
    {
        var version = await Version;
        Assert.SkipWhen(version?.ExitCode != 0, $"There is no docker compose on this machine: {Words(version)}");
        var result = await RunAsync(["-f", Path.Combine(Repository.Root, Compose.File), .. arguments]);
        result!.ExitCode.ShouldBe(0, Words(result));
        return result.Output;
    }

    private static Task<CommandResult?> RunAsync(params string[] arguments) => ChildCommand.RunAsync(
        new ProcessStartInfo("docker", ["compose", .. arguments]), TimeSpan.FromMinutes(1), Cancel);

    private static string Words(CommandResult? result) => string.Join(' ', result?.Output ?? []);
}
