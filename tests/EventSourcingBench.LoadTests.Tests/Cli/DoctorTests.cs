namespace EventSourcingBench.LoadTests.Tests;

public sealed class DoctorTests
{
    private static readonly Dictionary<string, string> Good = new(StringComparer.Ordinal)
    {
        ["/proc/loadavg"] = "8.00 9.00 9.00 1/100 5",
        ["/sys/fs/cgroup/cpu.max"] = "max 100000",
        ["/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"] = "performance",
        ["/sys/devices/system/clocksource/clocksource0/current_clocksource"] = "tsc",
        ["/proc/meminfo"] = "MemTotal:  16000000 kB\nMemAvailable:  8000000 kB\nSwapTotal:  1000 kB\nSwapFree:  1000 kB",
        ["/proc/self/limits"] = "Limit  Soft Limit  Hard Limit  Units\nMax open files            20000    20000   files",
    };

    [Theory]
    [InlineData("/proc/loadavg", "8.01 0.00 0.00 1/100 5", "Load average of the last minute", "8.01")]
    [InlineData("/sys/fs/cgroup/cpu.max", "150000 100000", "CPU limit of the container", "1.5 cores")]
    [InlineData("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "powersave", "Frequency governor", "powersave")]
    [InlineData("/sys/devices/system/clocksource/clocksource0/current_clocksource", "hpet", "Clock source", "hpet")]
    [InlineData("/proc/meminfo", "MemAvailable: 1048576 kB", "Memory available", "1.0 GiB")]
    [InlineData("/proc/meminfo", "SwapTotal: 4194304 kB\nSwapFree: 1048576 kB", "Swap in use", "3.0 GiB")]
    [InlineData("/proc/self/limits", "Max open files  1024  4096  files", "Open files", "at most 1024")]
    public void What_spoils_figures_is_named_with_what_to_do(string file, string text, string what, string found)
    {
        new SystemChecks(f => Good[f], cores: 8).Examine().ShouldAllBe(d => d.Fitness == Fitness.Good && d.Advice.Length == 0);
        var doubtful = new SystemChecks(f => f == file ? text : Good[f], cores: 8).Examine().Single(d => d.Fitness != Fitness.Good);
        (doubtful.What, doubtful.Found).ShouldBe((what, found));
        doubtful.Advice.ShouldNotBeEmpty();
    }

    [Fact]
    public void What_a_system_does_not_tell_is_left_out() =>
        new SystemChecks(_ => null, cores: 2).Examine().ShouldHaveSingleItem().Fitness.ShouldBe(Fitness.Doubtful);

    [Fact]
    public void Noise_is_measured_and_the_exit_code_follows_what_is_unfit()
    {
        var diagnoses = new NoiseMeasurement(Path.GetTempPath(), TimeProvider.System).Measure(2, TimeSpan.FromMilliseconds(50));
        diagnoses.Select(d => d.What).ShouldContain("A write of 4 KB and its fsync");
        DoctorCommand.ExitCodeOf(diagnoses.Select(d => d with { Fitness = Fitness.Doubtful })).ShouldBe(0);
        DoctorCommand.ExitCodeOf([diagnoses[0] with { Fitness = Fitness.Unfit }]).ShouldBe(1);
    }
}
