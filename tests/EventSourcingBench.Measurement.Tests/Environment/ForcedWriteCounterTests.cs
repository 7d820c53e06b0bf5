namespace EventSourcingBench.Measurement.Tests;

public sealed class ForcedWriteCounterTests : TempFolderTest
{
    [Fact]
    public void Only_what_is_forced_is_counted()
    {
        using var counter = Start(System.Environment.ProcessId);
        using var file = File.OpenHandle(Temp.At("file"), FileMode.Create, FileAccess.Write);
        var begin = counter.Read();
        for (var i = 0; i < 10; i++)
            RandomAccess.Write(file, [1], i);

        // Other tests of this process may force files: none so few.
        counter.Read().ShouldBeLessThan(begin + 10);
        begin = counter.Read();
        for (var i = 0; i < 10; i++)
        {
            RandomAccess.Write(file, [1], i);
            RandomAccess.FlushToDisk(file);
        }

        counter.Read().ShouldBeGreaterThanOrEqualTo(begin + 10);
    }

    [Fact]
    public async Task Those_of_another_process_and_of_what_it_starts_later_are_counted_also_after_its_end()
    {
        // The shell is there before the counter; what it starts when it gets a line is not.
        var write = $"dd if=/dev/zero bs=1 of={Temp.Path}";
        var script = $"read line; {write}/a count=1 conv=fsync; ({write}/b count=5 oflag=dsync); {write}/c count=5";
        string[] arguments = ["-c", script];
        using var process = Process.Start(
            new ProcessStartInfo("sh", arguments) { RedirectStandardInput = true, RedirectStandardError = true, UseShellExecute = false })!;
        using var counter = Start(process.Id);
        counter.Source.ShouldNotBeEmpty();
        await process.StandardInput.WriteLineAsync("now");
        await process.WaitForExitAsync(Cancel);

        counter.Read().ShouldBe(1 + 5);
    }

    private ForcedWriteCounter Start(int process)
    {
        var counter = ForcedWriteCounter.Start([process], Temp.Path);
        Assert.SkipWhen(counter is null, "Only root on Linux can count forced writes, on some file systems.");
        return counter!;
    }
}
