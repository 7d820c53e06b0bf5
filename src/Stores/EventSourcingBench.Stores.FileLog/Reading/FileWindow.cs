using System.Buffers;

namespace EventSourcingBench.Stores.FileLog;

/// <summary>
/// The part of a file that was read last. Readers who go on where they were get larger and larger pieces, those who jump
/// small ones.
/// </summary>
internal sealed class FileWindow : IDisposable
{
    private const int Least = 4 * 1024;
    private const int Most = 256 * 1024;

    private byte[] _bytes = ArrayPool<byte>.Shared.Rent(Least);
    private ILogFile? _file;
    private long _start;
    private int _length;
    private int _piece = Least;

    /// <summary>What the file has from the offset on: at least so many bytes where they are there, often more.</summary>
    /// <param name="file">The file.</param>
    /// <param name="offset">Where.</param>
    /// <param name="wanted">Bytes that are wanted.</param>
    /// <param name="limit">The offset behind what may be read: what lies there may still be changing.</param>
    /// <param name="isBackward">Whether the next piece wanted lies before this one.</param>
    /// <returns>Good until the next call.</returns>
    public ReadOnlySpan<byte> Get(ILogFile file, long offset, int wanted, long limit, bool isBackward = false)
    {
        if (!ReferenceEquals(file, _file) || offset < _start || offset + wanted > _start + _length)
        {
            Fill(file, offset, wanted, limit, isBackward);
        }

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
            {
                break;
            }

            _length += read;
        }
    }
}
