namespace EventSourcingBench.Stores.FileLog.Files;

/// <summary>A file of the log. Written data can be read at once. It survives a power failure only after a flush.</summary>
internal interface ILogFile : IDisposable
{
    /// <summary>The file's name, for messages.</summary>
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
