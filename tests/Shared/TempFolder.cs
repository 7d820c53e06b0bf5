namespace EventSourcingBench.Tests;

/// <summary>A folder of one test that every user may pass through, as a server may run as another user.</summary>
internal sealed class TempFolder : IDisposable
{
    private const UnixFileMode Open = UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute
        | UnixFileMode.GroupRead | UnixFileMode.GroupExecute | UnixFileMode.OtherRead | UnixFileMode.OtherExecute;

    public TempFolder()
    {
        Path = Directory.CreateTempSubdirectory("esb-test-").FullName;
        if (!OperatingSystem.IsWindows())
            File.SetUnixFileMode(Path, Open);
    }

    public string Path { get; }

    /// <summary>A path in it; nothing is made there.</summary>
    public string At(string name) => System.IO.Path.Combine(Path, name);

    public string Write(string name, string text)
    {
        Directory.CreateDirectory(System.IO.Path.GetDirectoryName(At(name))!);
        File.WriteAllText(At(name), text);
        return At(name);
    }

    public string Folder(string name) => Directory.CreateDirectory(At(name)).FullName;

    public void Dispose() => Directory.Delete(Path, recursive: true);
}

public abstract class TempFolderTest : IDisposable
{
    private protected TempFolder Temp { get; } = new();

    public virtual void Dispose()
    {
        Temp.Dispose();
        GC.SuppressFinalize(this);
    }
}
