using System.Diagnostics;

namespace EventSourcingBench.Hosting.Tests;

public sealed class LazyFsTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("esb-lazyfs-").FullName;

    private string Fifo => Path.Combine(_folder, "fifo");

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
        Assert.SkipUnless(OperatingSystem.IsLinux(), "FIFOs are made by mkfifo");
        using var made = Process.Start("mkfifo", [Fifo]);
        await made.WaitForExitAsync(TestContext.Current.CancellationToken);
        var mount = Directory.CreateDirectory(Path.Combine(_folder, "mount")).FullName;
        var lazyFs = LazyFs.Parse($"{mount},{Fifo}");
        var commands = Task.Run(() => Forget(mount), TestContext.Current.CancellationToken);

        await lazyFs.ForgetAsync();

        (await commands).ShouldBe(["lazyfs::clear-cache", "lazyfs::clear-cache"]);
        Directory.GetFiles(mount).ShouldBeEmpty();
    }

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    private List<string> Forget(string mount)
    {
        var commands = new List<string>();
        while (commands.Count < 2)
        {
            commands.AddRange(File.ReadAllLines(Fifo));
            foreach (var file in Directory.GetFiles(mount))
                File.WriteAllBytes(file, []);
        }

        return commands;
    }
}
