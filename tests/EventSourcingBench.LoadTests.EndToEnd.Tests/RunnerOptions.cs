namespace EventSourcingBench.LoadTests.EndToEnd.Tests;

/// <summary>What the command is started with besides its arguments.</summary>
internal sealed record RunnerOptions
{
    public static readonly RunnerOptions Default = new();

    /// <summary>What stands before the command, such as <c>setpriv</c> and its arguments.</summary>
    public IReadOnlyList<string> Prefix { get; init; } = [];

    /// <summary>Variables besides those of the tests; null takes one away.</summary>
    public IReadOnlyDictionary<string, string?> Environment { get; init; } = new Dictionary<string, string?>(StringComparer.Ordinal);

    /// <summary>Where it is started.</summary>
    public string WorkingDirectory { get; init; } = "/";

    /// <summary>Runs as an ordinary user, who may write to a folder; the test is skipped where this process cannot become one.</summary>
    public static RunnerOptions AsNobody(string home)
    {
        Assert.SkipUnless(System.Environment.IsPrivilegedProcess, "this is an ordinary user already: the other tests show it");
        Assert.SkipUnless(File.Exists("/usr/bin/setpriv"), "setpriv is not there to become an ordinary user");
        File.SetUnixFileMode(home, (UnixFileMode)Convert.ToInt32("777", 8));
        string[] prefix = ["setpriv", "--reuid", "nobody", "--regid", "nogroup", "--clear-groups", "--"];
        return (Default with { Prefix = prefix }).With("HOME", home).With("TMPDIR", home);
    }

    public RunnerOptions With(string variable, string? value) =>
        this with { Environment = new Dictionary<string, string?>(Environment, StringComparer.Ordinal) { [variable] = value } };
}
