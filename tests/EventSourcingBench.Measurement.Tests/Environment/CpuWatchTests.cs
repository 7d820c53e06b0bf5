namespace EventSourcingBench.Measurement.Tests;

public sealed class CpuWatchTests
{
    private const string Begin = "cpu  1000 100 500 90000 700 30 20 400 10 5";

    // 60 user, 20 nice, 10 system, 5 irq, 1 softirq; 5000 idle, 300 waiting; 4 stolen; 20 and 4 of guests: the share of what was wanted.
    [Theory]
    [InlineData("cpu  1060 120 510 95000 1000 35 21 404 30 9", 0.04, "kept back 4% of the CPU time")]
    [InlineData("cpu  1098 100 500 95000 1000 30 20 402 10 5", 0.02, null)]
    public void More_than_two_percent_are_warned_of_and_less_is_recorded_only(string line, double share, string? warning)
    {
        var environment = Watch(Begin, line).AddTo(SampleEnvironment.Create());
        environment.StolenCpuShare.ShouldNotBeNull().ShouldBe(share, 1e-9);
        environment.Warnings.Count.ShouldBe(warning is null ? 1 : 2);
        environment.Warnings[^1].ShouldContain(warning ?? "busy");
    }

    [Theory]
    [InlineData(null)]
    [InlineData("")]
    [InlineData("cpu  1 2 3 4 5 6 7")]
    [InlineData("intr 1 2 3 4 5 6 7 8 9")]
    [InlineData(Begin)]
    public void Where_the_system_does_not_tell_or_nothing_was_wanted_there_is_none(string? line)
    {
        var environment = Watch(line, line).AddTo(SampleEnvironment.Create());
        environment.StolenCpuShare.ShouldBeNull();
        environment.Warnings.ShouldBe(["busy"]);
    }

    [Fact]
    public void On_this_machine_it_is_a_share()
    {
        var watch = CpuWatch.Start();
        double? share = null;
        SpinWait.SpinUntil(() => (share = watch.Share()) is not null, TimeSpan.FromSeconds(5));
        Assert.SkipWhen(share is null, "This system does not tell it.");
        share.Value.ShouldBeInRange(0, 1);
    }

    [Fact]
    public void The_work_of_others_is_that_of_processes_beside_one_and_its_children()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "Only Linux says it.");
        using var idle = Process.Start("sleep", "60");
        using var busy = Process.Start(new ProcessStartInfo("sh", ["-c", "ulimit -t 30; while :; do :; done"]))!;
        try
        {
            var (before, cpu) = (Beside(), ProcFile.ReadStat(busy.Id)!.Value.Cpu);
            SpinWait.SpinUntil(() => ProcFile.ReadStat(busy.Id)!.Value.Cpu >= cpu + TimeSpan.FromSeconds(0.4), TimeSpan.FromSeconds(30));
            var after = Beside();

            // Whatever else the machine does, both see it.
            (after.Idle - before.Idle - (after.Own - before.Own)).ShouldNotBeNull().ShouldBeGreaterThan(TimeSpan.FromSeconds(0.2));
        }
        finally
        {
            idle.Kill();
            busy.Kill();
        }

        // A process of another machine or container may have the same number.
        ProcessIdentity.Find(ProcessIdentity.Current).ShouldBe(System.Environment.ProcessId);
        ProcessIdentity.Find($"elsewhere/pid:[1]/{idle.Id}").ShouldBeNull();
        ProcessIdentity.Find(null).ShouldBeNull();

        (TimeSpan? Idle, TimeSpan? Own) Beside() =>
            (ProcessTable.Read().OthersCpu(idle.Id), ProcessTable.Read().OthersCpu(System.Environment.ProcessId));
    }

    private static CpuWatch Watch(params string?[] lines) => new(new Queue<string?>(lines).Dequeue);
}
