namespace EventSourcingBench.Measurement.Tests;

public sealed class ProcessTrafficTests : TempFolderTest
{
    [Fact]
    public void What_this_process_had_written_to_disk_grows_and_that_of_no_process_is_unknown()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "Bytes are read from /proc, which only Linux has.");
        var before = ProcessTraffic.WrittenBytes([System.Environment.ProcessId]).ShouldNotBeNull();
        File.WriteAllBytes(Temp.At("file"), new byte[1 << 20]);
        ProcessTraffic.WrittenBytes([System.Environment.ProcessId]).ShouldNotBeNull().ShouldBeGreaterThanOrEqualTo(before);
        ProcessTraffic.WrittenBytes([int.MaxValue]).ShouldBeNull();
        ProcessTraffic.Carried([int.MaxValue]).ShouldBeNull();
    }

    [Fact]
    public void Connections_are_summed_as_ss_shows_them()
    {
        const string both = "cubic rto:204 bytes_sent:140 bytes_acked:140 bytes_received:60 segs_in:9 data_segs_out:3 data_segs_in:2";
        ProcessTraffic.Sum([both, "cubic rto:204 bytes_received:50 segs_in:9 data_segs_in:1", "cubic"]).ShouldBe((250, 3));
        ProcessTraffic.Sum(["cubic"]).ShouldBeNull();
    }
}
