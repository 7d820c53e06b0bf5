namespace EventSourcingBench.Stores.FileLog;

/// <summary>A file of the log. What is written is there to be read at once; it outlives a power cut only behind a flush.</summary>
internal interface ILogFile : IDisposable
{
    /// <summary>The file's name, for messages.</summary>
    string Name { get; }

    long Length { get; }

    /// <summary>Writes the parts one behind the other, in one call of the operating system where that is possible.</summary>
    /// <exception cref="IOException">Some of it may be written.</exception>
    void Write(IReadOnlyList<ReadOnlyMemory<byte>> parts, long offset);

    /// <summary>Reads as much as is there, at most the span; 0 at the end.</summary>
    int Read(Span<byte> into, long offset);

    /// <summary>Forces data and length to disk.</summary>
    /// <exception cref="IOException">What was written since the last flush may be lost, also when a later flush succeeds.</exception>
    void Flush();

    void Truncate(long length);
}
