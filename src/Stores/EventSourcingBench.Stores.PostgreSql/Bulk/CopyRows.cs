using System.Buffers;
using System.Buffers.Binary;

namespace EventSourcingBench.Stores.PostgreSql.Bulk;

/// <summary>
/// Writes events as rows of <c>106_copy.sql</c> in the binary COPY format: per row the number of columns, per column its length
/// (-1 for null) and its bytes, big-endian. Only one chunk is in memory at a time.
/// </summary>
internal sealed class CopyRows : IDisposable
{
    private const short Columns = 6;
    private const int ChunkBytes = 64 * 1024;

    // The lengths of six columns, their number, a version and an id.
    private const int FixedBytes = (Columns * sizeof(int)) + sizeof(short) + sizeof(long) + 16;

    private static readonly byte[] Signature = [.. "PGCOPY\n"u8, 0xFF, .. "\r\n\0"u8];

    private byte[] _chunk = ArrayPool<byte>.Shared.Rent(ChunkBytes);
    private int _length;
    private string? _type;
    private byte[] _typeBytes = [];

    /// <summary>Writes all rows of an append whose stream versions are set.</summary>
    public async Task WriteAsync(BulkAppend append, Stream to)
    {
        AddHeader();
        var place = 0;
        for (var i = 0; i < append.Streams.Length; i++)
        {
            var stream = Encoding.ASCII.GetBytes(append.Streams[i]);
            for (var n = 1; n <= append.Counts[i]; n++)
            {
                var data = append[place++].Event;
                SetType(data.Type);
                var bytes = FixedBytes + stream.Length + _typeBytes.Length + data.Data.Length + data.Metadata.Length;
                if (bytes > _chunk.Length - _length)
                {
                    await to.WriteAsync(_chunk.AsMemory(0, _length));
                    MakeRoom(bytes);
                }

                Add(stream, append.Bases[i] + n, data);
            }
        }

        if (sizeof(short) > _chunk.Length - _length)
        {
            await to.WriteAsync(_chunk.AsMemory(0, _length));
            MakeRoom(sizeof(short));
        }

        Add((short)-1);
        await to.WriteAsync(_chunk.AsMemory(0, _length));
    }

    public void Dispose() => ArrayPool<byte>.Shared.Return(_chunk);

    // The signature, no flags, and no header extension.
    private void AddHeader()
    {
        Signature.CopyTo(_chunk);
        _length = Signature.Length;
        Add(0);
        Add(0);
    }

    private void SetType(string type)
    {
        if (!string.Equals(type, _type, StringComparison.Ordinal))
        {
            _typeBytes = Encoding.UTF8.GetBytes(type);
            _type = type;
        }
    }

    private void MakeRoom(int bytes)
    {
        _length = 0;
        if (bytes > _chunk.Length)
        {
            ArrayPool<byte>.Shared.Return(_chunk);
            _chunk = ArrayPool<byte>.Shared.Rent(bytes);
        }
    }

    private void Add(ReadOnlySpan<byte> stream, long version, EventData data)
    {
        Add(Columns);
        Add(stream);
        Add(sizeof(long));
        BinaryPrimitives.WriteInt64BigEndian(_chunk.AsSpan(_length), version);
        _length += sizeof(long);
        Add(16);
        data.Id.TryWriteBytes(_chunk.AsSpan(_length), bigEndian: true, out _);
        _length += 16;
        Add(_typeBytes);
        Add(data.Data.Span);
        if (data.Metadata.IsEmpty)
        {
            Add(-1);
        }
        else
        {
            Add(data.Metadata.Span);
        }
    }

    private void Add(short number)
    {
        BinaryPrimitives.WriteInt16BigEndian(_chunk.AsSpan(_length), number);
        _length += sizeof(short);
    }

    private void Add(int number)
    {
        BinaryPrimitives.WriteInt32BigEndian(_chunk.AsSpan(_length), number);
        _length += sizeof(int);
    }

    private void Add(ReadOnlySpan<byte> bytes)
    {
        Add(bytes.Length);
        bytes.CopyTo(_chunk.AsSpan(_length));
        _length += bytes.Length;
    }
}
