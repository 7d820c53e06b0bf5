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
    public void Threads_of_the_kernel_are_no_work_of_processes()
    {
        var kernel = new Queue<TimeSpan>([TimeSpan.FromSeconds(100), TimeSpan.FromSeconds(100.5)]);
        var lines = new Queue<string?>([Begin, "cpu  1060 120 510 95000 1000 35 21 404 30 9"]);
        var watch = new CpuWatch(lines.Dequeue, kernel.Dequeue);
        Thread.Sleep(10);

        // 0.9 s of processes, of which the kernel's threads had 0.5 s; and not all of it can be in the time of this test.
        var cores = watch.BusyCores().ShouldNotBeNull();
        cores.ShouldBeInRange(0.4 / 60, 0.4 / 0.01);
    }

    [Fact]
    public void The_work_of_this_process_is_no_work_of_others()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "Only Linux says it.");
        var (all, others) = (CpuWatch.Start(), CpuWatch.StartBesideOwn());
        var until = DateTime.UtcNow.AddMilliseconds(400);
        while (DateTime.UtcNow < until)
            Thread.SpinWait(100);

        // Whatever else the machine does, both see it.
        (all.BusyCores() - others.BusyCores()).ShouldNotBeNull().ShouldBeGreaterThan(0.1);
    }

    private static CpuWatch Watch(params string?[] lines) => new(new Queue<string?>(lines).Dequeue, () => TimeSpan.Zero);
}
