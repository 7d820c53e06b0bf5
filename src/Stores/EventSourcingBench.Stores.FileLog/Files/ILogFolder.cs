namespace EventSourcingBench.Stores.FileLog.Files;

/// <summary>The file system operations of the log. Tests replace them by a simulated disk that loses unflushed data.</summary>
internal interface ILogFolder : IDisposable
{
    string Path { get; }

    /// <summary>The names of files with this suffix, in ordinal order.</summary>
    IReadOnlyList<string> List(string suffix);

    ILogFile Create(string name);

    ILogFile Open(string name);

    void Delete(string name);

    /// <summary>Forces the folder's entries to disk. A new file is durable only afterwards.</summary>
    void Flush();

    void Remove();
}

/// <summary>A file of the log. Written data can be read at once. It survives a power failure only after a flush.</summary>
internal interface ILogFile : IDisposable
{
    string Name { get; }

    long Length { get; }

    /// <summary>Writes consecutive parts, in one system call where possible.</summary>
    /// <exception cref="IOException">Part of the data may be written.</exception>
    void Write(IReadOnlyList<ReadOnlyMemory<byte>> parts, long offset);

    /// <summary>Reads up to the length of the span; returns 0 at the end.</summary>
    int Read(Span<byte> into, long offset);

    /// <summary>Forces data and length to disk.</summary>
    /// <exception cref="IOException">What was written since the last flush may be lost, also when a later flush succeeds.</exception>
    void Flush();

    void Truncate(long length);
}
