namespace EventSourcingBench.Stores.FileLog;

/// <summary>
/// The few things that the log asks of a file system. Tests put a simulated disk under it that forgets what was not
/// flushed.
/// </summary>
internal interface ILogFolder : IDisposable
{
    /// <summary>Where it is, for messages.</summary>
    string Path { get; }

    /// <summary>The names of the files whose names end so, in ordinal order.</summary>
    IReadOnlyList<string> List(string suffix);

    /// <summary>Makes a file that must not exist.</summary>
    ILogFile Create(string name);

    ILogFile Open(string name);

    void Delete(string name);

    /// <summary>Forces to disk which files there are: a new file is safe only behind this.</summary>
    void Flush();

    /// <summary>Leaves the data where it is at the end, whatever was asked.</summary>
    void Keep();
}
