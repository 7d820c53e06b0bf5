using System.Diagnostics;

namespace EventSourcingBench.Hosting.Tests;

public sealed class LazyFsTests : TempFolderTest
{
    private string Fifo => Temp.At("fifo");

    private string Mount => Temp.At("mount");

    [Theory]
    [InlineData("")]
    [InlineData("/")]
    [InlineData("/,/not-there")]
    [InlineData("/not-there,/dev/null")]
    [InlineData("/,/dev/null,/")]
    public void What_is_not_there_is_refused(string text) =>
        Should.Throw<UserException>(() => LazyFs.Parse(text)).Message.ShouldContain("fifo_path");

    // What stands for LazyFS here empties the files of its folder when it is asked to forget.
    [Fact]
    public async Task It_has_forgotten_when_the_second_command_has_shown_an_effect()
    {
        var lazyFs = await MakeAsync();
        var commands = TakeAsync(2, Forget);
        await lazyFs.ForgetAsync();
        (await commands).ShouldBe(["lazyfs::clear-cache", "lazyfs::clear-cache"]);
        Directory.GetFiles(Mount).ShouldBeEmpty();
    }

    [Fact]
    public async Task A_checkpoint_is_a_command()
    {
        var lazyFs = await MakeAsync();
        var commands = TakeAsync(1);
        await lazyFs.CheckpointAsync();
        (await commands).ShouldBe(["lazyfs::cache-checkpoint"]);
    }

    [Fact]
    public async Task A_folder_that_forgets_nothing_is_not_LazyFS()
    {
        var lazyFs = await MakeAsync();
        lazyFs.Limit = TimeSpan.FromMilliseconds(200);
        var commands = TakeAsync(1);
        (await Should.ThrowAsync<IOException>(lazyFs.ForgetAsync)).Message.ShouldContain($"LazyFS has not forgotten a file in {Mount}");
        (await commands).ShouldHaveSingleItem();
        Directory.GetFiles(Mount).ShouldBeEmpty();
    }

    [Fact]
    public async Task A_FIFO_that_is_not_read_is_named()
    {
        var lazyFs = await MakeAsync();
        lazyFs.Limit = TimeSpan.FromMilliseconds(200);
        (await Should.ThrowAsync<IOException>(lazyFs.ForgetAsync)).Message.ShouldContain($"does not read its FIFO {Fifo}");
        Directory.GetFiles(Mount).ShouldBeEmpty();
        // What waits for a reader would wait for ever.
        (await TakeAsync(1)).ShouldHaveSingleItem();
    }

    private async Task<LazyFs> MakeAsync()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "FIFOs are made by mkfifo");
        using var made = Process.Start("mkfifo", [Fifo]);
        await made.WaitForExitAsync(TestContext.Current.CancellationToken);
        Directory.CreateDirectory(Mount);
        return LazyFs.Parse($"{Mount},{Fifo}");
    }

    private Task<List<string>> TakeAsync(int count, Action? afterEach = null) => Task.Run(() =>
    {
        var commands = new List<string>();
        while (commands.Count < count)
        {
            commands.AddRange(File.ReadAllLines(Fifo));
            afterEach?.Invoke();
        }

        return commands;
    });

    private void Forget()
    {
        foreach (var file in Directory.GetFiles(Mount))
            File.WriteAllBytes(file, []);
    }
}
