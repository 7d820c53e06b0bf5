namespace EventSourcingBench.LoadTests.EndToEnd.Tests;

/// <summary>How a command ended.</summary>
internal sealed record Ended(int ExitCode, string Output, string Errors)
{
    /// <summary>Checks the exit code; the output is shown where it differs.</summary>
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
