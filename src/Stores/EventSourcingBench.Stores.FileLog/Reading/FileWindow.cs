namespace EventSourcingBench.Stores.FileLog.Reading;

/// <summary>A buffer of the part of a file read last. It grows for sequential reads and shrinks for random ones.</summary>
internal sealed class FileWindow : IDisposable
{
    private const int Least = 4 * 1024;
    private const int Most = 256 * 1024;

    private byte[] _bytes = ArrayPool<byte>.Shared.Rent(Least);
    private ILogFile? _file;
    private long _start;
    private int _length;
    private int _piece = Least;

    /// <summary>The file's bytes from the offset on: at least as many as wanted if available, often more. The limit is the end of the
    /// readable part; later bytes may still change. A backward read is followed by one before it.</summary>
    /// <returns>Valid until the next call.</returns>
    public ReadOnlySpan<byte> Get(ILogFile file, long offset, int wanted, long limit, bool isBackward)
    {
        if (!ReferenceEquals(file, _file) || offset < _start || offset + wanted > _start + _length)
            Fill(file, offset, wanted, limit, isBackward);

        return offset >= _start + _length ? default : _bytes.AsSpan((int)(offset - _start), (int)(_start + _length - offset));
    }

    public void Dispose()
    {
        ArrayPool<byte>.Shared.Return(_bytes);
        _bytes = [];
        (_file, _length) = (null, 0);
    }

    private void Fill(ILogFile file, long offset, int wanted, long limit, bool isBackward)
    {
        var goesOn = ReferenceEquals(file, _file) && offset >= _start && offset <= _start + _length;
        _piece = goesOn ? Math.Min(_piece * 2, Most) : Least;
        var start = isBackward ? Math.Max(0, offset - Least + wanted) : offset;
        var size = (int)Math.Max(0, Math.Min(Math.Max(isBackward ? offset + wanted - start : _piece, wanted), limit - start));
        if (_bytes.Length < size)
        {
            ArrayPool<byte>.Shared.Return(_bytes);
            _bytes = ArrayPool<byte>.Shared.Rent(size);
        }

        (_file, _start, _length) = (file, start, 0);
        while (_length < size)
        {
            var read = file.Read(_bytes.AsSpan(_length, size - _length), start + _length);
            if (read == 0)
                break;

            _length += read;
        }
    }
}
