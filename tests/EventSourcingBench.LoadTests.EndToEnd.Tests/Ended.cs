namespace EventSourcingBench.LoadTests.EndToEnd.Tests;

/// <summary>What a command ended with.</summary>
internal sealed record Ended(int ExitCode, string Output, string Errors, TimeSpan Elapsed)
{
    /// <summary>Holds it to an exit code; what it said is shown where it differs.</summary>
    public Ended ShouldExitWith(int exitCode)
    {
        ExitCode.ShouldBe(exitCode, $"{Output}\n{Errors}");
        return this;
    }

    /// <summary>A mistake of the user: exit code 2 and one plain message, no stack trace.</summary>
    public Ended ShouldComplain(params string[] words)
    {
        ShouldExitWith(2);
        foreach (var word in words)
        {
            Errors.ShouldContain(word);
        }

        Errors.ShouldNotContain("   at ");
        return this;
    }
}
