namespace EventSourcingBench.Hosting.Tests;

/// <summary>Lists of processors, and processes that are started on some of them.</summary>
public sealed class CpuTests
{
    [Theory]
    [InlineData("0", "0")]
    [InlineData("0-3", "0-3")]
    [InlineData("3, 0,1-2", "0-3")]
    [InlineData("7,2-3,2", "2-3,7")]
    public void A_list_is_read_and_written_in_its_shortest_form(string text, string written)
    {
        var set = CpuSet.Parse(text).ShouldNotBeNull();
        set.ToString().ShouldBe(written);
        CpuSet.Parse(written).ShouldBe(set);
        CpuSet.Parse(written)!.GetHashCode().ShouldBe(set.GetHashCode());
    }

    [Fact]
    public void What_is_no_list_is_none() =>
        new[] { "", "one", "-1", "3-1", "1-2-3", "1,", "8192" }.ShouldAllBe(text => CpuSet.Parse(text) == null);

    [Fact]
    public async Task A_process_is_started_where_it_is_wanted_and_its_children_too_and_nothing_else_is_moved()
    {
        Assert.SkipUnless(CpuAffinity.Obstacle is null, CpuAffinity.Obstacle ?? "");
        var own = CpuAffinity.Of(Environment.ProcessId).ShouldNotBeNull();
        Assert.SkipUnless(own.Cpus.Count > 1, "there is one CPU only");
        var last = CpuSet.Parse($"{own.Cpus[^1]}")!;
        var lines = new List<string>();
        string[] arguments = ["-c", "grep Cpus_allowed_list /proc/self/status; exec sleep 60"];
        var options = new SupervisedProcessOptions { FileName = "sh", Arguments = arguments, Cpus = last, OnOutput = lines.Add };
        await using var process = await SupervisedProcess.StartAsync(options, Cancel);
        CpuAffinity.Of(process.ProcessId).ShouldBe(last);
        await Waiting.UntilAsync(() => lines.Count > 0, "it has said where it is");
        lines[0].Split(':')[1].Trim().ShouldBe(last.ToString());

        await using var other = await SupervisedProcess.StartAsync(
            new SupervisedProcessOptions { FileName = "sleep", Arguments = ["60"] }, Cancel);
        CpuAffinity.Of(other.ProcessId).ShouldBe(own);
        CpuAffinity.Of(Environment.ProcessId).ShouldBe(own);
    }

    [Fact]
    public async Task A_process_that_has_ended_is_nowhere()
    {
        using var process = Process.Start("true");
        await process.WaitForExitAsync(Cancel);
        CpuAffinity.Of(process.Id).ShouldBeNull();
    }
}
