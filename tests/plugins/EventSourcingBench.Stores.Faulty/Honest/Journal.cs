namespace EventSourcingBench.Stores.Faulty.Honest;

/// <summary>A file of JSON lines, one for each write. Lines reach the operating system at once, or a while later.</summary>
/// <typeparam name="T">What a line holds.</typeparam>
/// <param name="file">Its path.</param>
/// <param name="time">The clock.</param>
/// <param name="late">How long a line stays in the memory of the process; zero for not at all.</param>
internal sealed class Journal<T>(string file, TimeProvider time, TimeSpan late) : IDisposable
{
    private readonly FileStream _file = new(file, FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.Read, bufferSize: 0);
    private readonly Queue<(DateTimeOffset At, byte[] Line)> _waiting = [];

    /// <summary>Every line. One without its end was never acknowledged: it is cut off.</summary>
    public List<T> Read()
    {
        var bytes = new byte[_file.Length];
        _file.Position = 0;
        _file.ReadExactly(bytes);
        var lines = new List<T>();
        var rest = bytes.AsSpan();
        for (int end; (end = rest.IndexOf((byte)'\n')) >= 0; rest = rest[(end + 1)..])
            lines.Add(JsonSerializer.Deserialize<T>(rest[..end])!);

        _file.SetLength(bytes.Length - rest.Length);
        _file.Position = _file.Length;
        return lines;
    }

    public void Append(T item)
    {
        byte[] line = [.. JsonSerializer.SerializeToUtf8Bytes(item), (byte)'\n'];
        var now = time.GetUtcNow();
        _waiting.Enqueue((now, line));
        WriteUntil(now - late);
    }

    public void Clear()
    {
        _waiting.Clear();
        _file.SetLength(0);
    }

    public void Dispose()
    {
        if (_file.CanWrite)
        {
            WriteUntil(DateTimeOffset.MaxValue);
            _file.Dispose();
        }
    }

    private void WriteUntil(DateTimeOffset limit)
    {
        while (_waiting.TryPeek(out var next) && next.At <= limit)
            _file.Write(_waiting.Dequeue().Line);
    }
}

/// <summary>An event as the journal keeps it.</summary>
/// <param name="Stream">The name of its stream.</param>
/// <param name="Event">The event.</param>
/// <param name="RecordedAt">When it was stored, UTC.</param>
internal sealed record StoredEvent(string Stream, EventData Event, DateTimeOffset RecordedAt);
