namespace EventSourcingBench.Api;

/// <summary>Where stores keep their data: the user's folder, or a temporary one that goes at the end.</summary>
internal sealed class DataFolder : IDisposable
{
    private readonly bool _temporary;

    private DataFolder(string path, bool temporary)
    {
        Path = path;
        _temporary = temporary;
    }

    public string Path { get; }

    /// <param name="given">The user's folder, or null.</param>
    /// <param name="keep">True when what is in it must stay.</param>
    public static DataFolder Open(string? given, bool keep) => given is null
        ? new DataFolder(Directory.CreateTempSubdirectory("eventsourcingbench-").FullName, temporary: !keep)
        : new DataFolder(Directory.CreateDirectory(given).FullName, temporary: false);

    public void Dispose()
    {
        if (_temporary)
        {
            Directory.Delete(Path, recursive: true);
        }
    }
}
