namespace EventSourcingBench.Stores.FileLog.Files;

/// <summary>
/// The file system operations of the log. Tests replace them by a simulated disk that loses unflushed data.
/// </summary>
internal interface ILogFolder : IDisposable
{
    /// <summary>The path, for messages.</summary>
    string Path { get; }

    /// <summary>The names of files with this suffix, in ordinal order.</summary>
    IReadOnlyList<string> List(string suffix);

    /// <summary>Creates a file that must not exist.</summary>
    ILogFile Create(string name);

    ILogFile Open(string name);

    void Delete(string name);

    /// <summary>Forces the folder's entries to disk. A new file is durable only afterwards.</summary>
    void Flush();

    /// <summary>Keeps the data on close, even if deletion was requested.</summary>
    void Keep();
}
