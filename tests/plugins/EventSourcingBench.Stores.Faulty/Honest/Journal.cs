namespace EventSourcingBench.Stores.Faulty.Honest;

/// <summary>A file of JSON lines, one for each write. Lines stay in the memory of the process for a time, which may be zero.</summary>
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
        _waiting.Enqueue((time.GetUtcNow(), line));
        WriteUntil(time.GetUtcNow() - late);
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

/// <summary>An event as the journal keeps it, with the name of its stream.</summary>
internal sealed record StoredEvent(string Stream, EventData Event);
