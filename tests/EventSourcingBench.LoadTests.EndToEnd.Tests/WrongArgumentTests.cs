namespace EventSourcingBench.LoadTests.EndToEnd.Tests;

/// <summary>
/// A mistyped argument is reported at once with the valid ones; nothing is run or written. Ranges: errors.txt of LoadTests.Tests.
/// </summary>
public sealed class WrongArgumentTests : RunTest
{
    [Fact]
    public Task It_names_what_is_valid() => Snapshots.ShouldAnswerAsync("complaints.txt", ComplaintAsync);

    // Where the packages of the engine are missing, that is said.
    [Fact]
    public async Task An_engine_that_cannot_do_it_is_named() =>
        (await ComplaintAsync("append --stores memory --engine nbomber --generators 2")).ShouldContain("nbomber");

    private async Task<string> ComplaintAsync(string arguments)
    {
        string[] output = arguments.StartsWith("calibrate", StringComparison.Ordinal) ? [] : ["--output", Results];
        var ended = (await Command.RunAsync([.. Command.Split(arguments), .. output])).ShouldComplain();
        Directory.Exists(Results).ShouldBeFalse();
        return ended.Errors.Trim();
    }
}
