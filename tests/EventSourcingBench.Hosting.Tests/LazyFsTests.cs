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
    public async Task A_checkpoint_is_a_command_and_it_has_forgotten_when_the_second_command_has_shown_an_effect()
    {
        var lazyFs = await MakeAsync();
        var commands = TakeAsync(3, () => Array.ForEach(Directory.GetFiles(Mount), file => File.WriteAllBytes(file, [])));
        await lazyFs.CheckpointAsync();
        await lazyFs.ForgetAsync();
        (await commands).ShouldBe(["lazyfs::cache-checkpoint", "lazyfs::clear-cache", "lazyfs::clear-cache"]);
        Directory.GetFiles(Mount).ShouldBeEmpty();
    }

    [Theory]
    [InlineData(true, "LazyFS has not forgotten a file in {0}")]
    [InlineData(false, "does not read its FIFO {1}")]
    public async Task A_folder_that_forgets_nothing_and_a_FIFO_that_is_not_read_are_named(bool isRead, string words)
    {
        var lazyFs = await MakeAsync();
        // A reader may begin late on a busy machine.
        lazyFs.Limit = TimeSpan.FromSeconds(isRead ? 2 : 0.2);
        var commands = isRead ? TakeAsync(1) : null;
        (await Should.ThrowAsync<IOException>(lazyFs.ForgetAsync)).Message
            .ShouldContain(string.Format(CultureInfo.InvariantCulture, words, Mount, Fifo));
        // What waits for a reader would wait for ever.
        (await (commands ?? TakeAsync(1))).ShouldHaveSingleItem();
        Directory.GetFiles(Mount).ShouldBeEmpty();
    }

    private async Task<LazyFs> MakeAsync()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "FIFOs are made by mkfifo");
        using var made = Process.Start("mkfifo", [Fifo]);
        await made.WaitForExitAsync(Cancel);
        Directory.CreateDirectory(Mount);
        return LazyFs.Parse($"{Mount},{Fifo}");
    }

    private Task<List<string>> TakeAsync(int count, Action? forget = null) => Task.Run(() =>
    {
        var commands = new List<string>();
        while (commands.Count < count)
        {
            commands.AddRange(File.ReadAllLines(Fifo));
            // Not at a checkpoint: a file that the next command is asked about would be made again after it was deleted.
            if (commands[^1] == "lazyfs::clear-cache")
                forget?.Invoke();
        }

        return commands;
    });
}
