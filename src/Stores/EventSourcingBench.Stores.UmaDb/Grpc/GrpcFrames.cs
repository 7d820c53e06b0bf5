using System.Buffers;
using System.Buffers.Binary;

namespace EventSourcingBench.Stores.UmaDb;

/// <summary>Cuts the bytes of an answer into messages, in one borrowed buffer that grows with the longest message.</summary>
internal struct GrpcFrames : IDisposable
{
    public const int PrefixLength = 5;
    private const int FirstLength = 4096;

    private byte[]? _buffer;
    private int _start;
    private int _end;

    /// <summary>True when there are no bytes of a message that has begun.</summary>
    public readonly bool IsEmpty => _start == _end;

    /// <summary>True when there is a whole message.</summary>
    /// <exception cref="GrpcException">The message is compressed, or longer than an array can be.</exception>
    public readonly bool HasMessage => _end - _start >= PrefixLength && _end - _start >= Needed;

    /// <summary>Where the next bytes are to be put; never empty.</summary>
    public Memory<byte> Space
    {
        get
        {
            _buffer ??= ArrayPool<byte>.Shared.Rent(FirstLength);
            if (IsEmpty)
            {
                _start = _end = 0;
            }

            var needed = _end - _start >= PrefixLength ? Needed : PrefixLength;
            if (_start + needed > _buffer.Length || _end == _buffer.Length)
            {
                MakeRoom(needed);
            }

            return _buffer.AsMemory(_end);
        }
    }

    /// <summary>The length of the message at the start with its prefix.</summary>
    private readonly int Needed
    {
        get
        {
            var prefix = _buffer.AsSpan(_start, PrefixLength);
            var length = BinaryPrimitives.ReadUInt32BigEndian(prefix[1..]) + (long)PrefixLength;
            return prefix[0] == 0 && length <= Array.MaxLength
                ? (int)length
                : throw GrpcFailure.Protocol(prefix[0] == 0 ? $"The message has {length} bytes." : "The message is compressed, which was not asked for.");
        }
    }

    /// <summary>So many bytes were put into <see cref="Space"/>.</summary>
    public void Add(int count) => _end += count;

    /// <summary>The message, until the next call of anything here.</summary>
    public ReadOnlySpan<byte> Take()
    {
        var message = _buffer.AsSpan(_start, Needed)[PrefixLength..];
        _start += message.Length + PrefixLength;
        return message;
    }

    public void Dispose()
    {
        if (_buffer is not null)
        {
            ArrayPool<byte>.Shared.Return(_buffer);
            _buffer = null;
        }
    }

    private void MakeRoom(int needed)
    {
        var rest = _buffer.AsSpan(_start, _end - _start);
        if (needed <= _buffer!.Length && rest.Length < _buffer.Length)
        {
            rest.CopyTo(_buffer);
        }
        else
        {
            var larger = ArrayPool<byte>.Shared.Rent((int)Math.Min(Math.Max(needed, _buffer.Length * 2L), Array.MaxLength));
            rest.CopyTo(larger);
            ArrayPool<byte>.Shared.Return(_buffer);
            _buffer = larger;
        }

        _end -= _start;
        _start = 0;
    }
}
