namespace EventSourcingBench.Stores.Etcd.Reading;

/// <summary>Splits a stream into lines.</summary>
internal sealed class LineReader(Stream stream) : IDisposable
{
    private byte[] _buffer = new byte[16 << 10];
    private int _start;
    private int _end;

    // The bytes up to here contain no line end.
    private int _looked;

    /// <summary>Whether a complete line is buffered.</summary>
    public bool HasLine => FindEnd() >= 0;

    /// <summary>The next line, valid until the next call; null at the end.</summary>
    public async ValueTask<ReadOnlyMemory<byte>?> ReadAsync(CancellationToken cancellationToken)
    {
        int end;
        while ((end = FindEnd()) < 0)
        {
            MakeRoom();
            var read = await stream.ReadAsync(_buffer.AsMemory(_end), cancellationToken);
            if (read == 0)
            {
                return null;
            }

            _end += read;
        }

        var line = _buffer.AsMemory(_start, end - _start);
        _start = _looked = end + 1;
        return line;
    }

    public void Dispose() => stream.Dispose();

    private int FindEnd()
    {
        var found = _buffer.AsSpan(_looked, _end - _looked).IndexOf((byte)'\n');
        if (found < 0)
        {
            _looked = _end;
            return -1;
        }

        _looked += found;
        return _looked;
    }

    private void MakeRoom()
    {
        if (_end < _buffer.Length)
        {
            return;
        }

        var length = _end - _start;
        var target = length > _buffer.Length / 2 ? new byte[_buffer.Length * 2] : _buffer;
        _buffer.AsSpan(_start, length).CopyTo(target);
        (_buffer, _looked, _start, _end) = (target, _looked - _start, 0, length);
    }
}
