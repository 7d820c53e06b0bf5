namespace EventSourcingBench.Measurement.Tests;

public sealed class ProcessTreeSamplerTests : TempFolderTest
{
    [Fact]
    public void A_line_with_brackets_in_the_name_is_read_and_one_that_is_cut_is_none()
    {
        ProcStat.Parse("4242 (a) b (c) S 17 4242 4242 0 -1 4194560 100 200 0 0 150 50 30 20 20 0 7 0 5000 1000 100")
            .ShouldBe(new ProcStat(4242, 17, TimeSpan.FromSeconds(2), TimeSpan.FromSeconds(0.5), Threads: 7));
        new[] { "", "4242 (short) S 17" }.Select(ProcStat.Parse).ShouldBe([null, null]);
        CpuTimes.CountProcessors("cpu  1 2 3\ncpu0 1 2 3\ncpu12 1 2 3\nintr 5\n").ShouldBe(2);
        CpuTimes.CountProcessors(null).ShouldBe(0);
    }

    [Fact]
    public void Memory_lines_are_read()
    {
        ProcFile.Kilobytes("VmRSS:  99 kB\nRssAnon:      1234 kB\nRssFile: 5 kB\n", "RssAnon:").ShouldBe(1234 * 1024);
        ProcFile.Kilobytes("VmRSS:  99 kB\n", "RssAnon:").ShouldBeNull();
        ProcFile.Kilobytes(null, "RssAnon:").ShouldBeNull();
    }

    [Fact]
    public async Task Descendants_count_also_after_their_end()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "Process trees are read from /proc, which only Linux has.");
        var clock = new FakeClock();

        // The shell starts a shell that works until it has used some time; both then wait to be ended.
        string[] arguments = ["-c", "sh -c 'i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done'; echo done; read line"];
        var start = new ProcessStartInfo("sh", arguments) { UseShellExecute = false };
        (start.RedirectStandardInput, start.RedirectStandardOutput) = (true, true);
        using var process = Process.Start(start)!;
        var sampler = new ProcessTreeSampler(process.Id, clock);
        (await process.StandardOutput.ReadLineAsync(Cancel)).ShouldBe("done");
        clock.Advance(TimeSpan.FromSeconds(2));

        var sample = sampler.Take().ShouldNotBeNull();

        sample.Cpu.ShouldBeGreaterThan(TimeSpan.Zero);
        sample.Cores.ShouldBeInRange(0, sample.Cpu.TotalSeconds / 2);
        sample.Bytes.ShouldBeGreaterThan(0);
        sample.Threads.ShouldBe(1);
        // Its two pipes and its errors at least.
        ProcessTreeSampler.CountHandles([process.Id]).ShouldNotBeNull().ShouldBeGreaterThanOrEqualTo(3);

        process.StandardInput.Close();
        await process.WaitForExitAsync(Cancel);
        sampler.Take().ShouldBeNull();
        ProcessTreeSampler.CountHandles([process.Id]).ShouldBeNull();
        new ProcessTreeSampler(process.Id, clock).Take().ShouldBeNull();
    }

    [Fact]
    public void The_peak_of_memory_is_kept_between_samples_until_it_is_forgotten()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "The peak is read from /proc, which only Linux has.");
        var own = System.Environment.ProcessId;
        var before = PeakMemory.Read(own).ShouldNotBeNull();
        const int Much = 256 << 20;
        var block = System.Runtime.InteropServices.Marshal.AllocHGlobal(Much);
        for (var at = 0; at < Much; at += 4096)
            System.Runtime.InteropServices.Marshal.WriteByte(block, at, 1);

        System.Runtime.InteropServices.Marshal.FreeHGlobal(block);
        var peak = PeakMemory.Read(own).ShouldNotBeNull();
        peak.ShouldBeGreaterThan(Math.Max(before - 1, Much));

        PeakMemory.Forget(int.MaxValue);
        PeakMemory.Read(int.MaxValue).ShouldBeNull("there is no such process");
        PeakMemory.Forget(own);
        var reset = Record.Exception(() => File.WriteAllText($"/proc/{own}/clear_refs", "5"));
        Assert.SkipUnless(reset is null, "This system does not let a process's peak be forgotten.");
        PeakMemory.Read(own).ShouldNotBeNull().ShouldBeLessThan(peak);
    }

    [Fact]
    public async Task A_process_that_samples_itself_leaves_out_what_it_started()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "Process trees are read from /proc, which only Linux has.");
        using var process = Process.Start("sh", ["-c", "i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done"]);
        await process.WaitForExitAsync(Cancel);
        var own = new ProcessTreeSampler(System.Environment.ProcessId, TimeProvider.System).Take().ShouldNotBeNull();
        own.Cpu.ShouldBeGreaterThan(TimeSpan.Zero);
        own.Cpu.ShouldBeLessThan(System.Environment.CpuUsage.TotalTime + TimeSpan.FromMilliseconds(50));
        own.Bytes.ShouldBeGreaterThan(1 << 20);
    }

    [Fact]
    public void What_this_process_had_written_to_disk_grows_and_that_of_no_process_is_unknown()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "Bytes are read from /proc, which only Linux has.");
        Assert.SkipWhen(FileSystems.IsInMemory(FileSystems.Of(Temp.Path)), "What is written to memory is not counted.");
        var before = ProcessTraffic.WrittenBytes([System.Environment.ProcessId]).ShouldNotBeNull();
        using (var file = File.Create(Temp.At("file")))
        {
            file.Write(new byte[1 << 20]);
            file.Flush(flushToDisk: true);
        }

        ProcessTraffic.WrittenBytes([System.Environment.ProcessId]).ShouldNotBeNull().ShouldBeGreaterThanOrEqualTo(before + (1 << 20));
        ProcessTraffic.WrittenBytes([int.MaxValue]).ShouldBeNull();
        ProcessTraffic.Carried([int.MaxValue]).ShouldBeNull();
    }

    [Fact]
    public void Connections_are_summed_as_ss_shows_them()
    {
        const string both = "cubic rto:204 bytes_sent:140 bytes_acked:140 bytes_received:60 segs_in:9 data_segs_out:3 data_segs_in:2";
        ProcessTraffic.Sum([both, "cubic rto:204 bytes_received:50 segs_in:9 data_segs_in:1", "cubic"]).ShouldBe((250, 3));
        ProcessTraffic.Sum(["cubic"]).ShouldBeNull();
        ProcessTraffic.Sum(
        [
            "0 0 127.0.0.1:1 127.0.0.1:2 users:((\"a\",pid=1,fd=3)) cubic bytes_sent:100 bytes_received:7 data_segs_in:1",
            "0      0      127.0.0.1:2      127.0.0.1:1 users:((\"b\",pid=2,fd=3)) cubic bytes_sent:7 bytes_received:100 data_segs_in:2",
            "0 0 127.0.0.1:2 127.0.0.1:9 users:((\"b\",pid=2,fd=4)) cubic bytes_sent:1 bytes_received:2 data_segs_in:3",
        ]).ShouldBe((110, 6), "of a connection between both, what each end sent");
    }
}
