using System.Buffers.Binary;

namespace EventSourcingBench.Stores.Etcd.Layout;

/// <summary>The keys of one namespace: <c>NAMESPACE/c/POSITION</c> for commits and <c>NAMESPACE/s/STREAM NUL VERSION</c> for parts of
/// streams. Numbers are eight bytes, big-endian, so keys sort in numeric order.</summary>
internal sealed class KeySpace(string space)
{
    private const int NumberLength = sizeof(long);

    private readonly byte[] _commits = Encoding.UTF8.GetBytes(space + "/c/");
    private readonly byte[] _parts = Encoding.UTF8.GetBytes(space + "/s/");

    public RangeRequest All { get; } = Range(ByteString.CopyFromUtf8(space + "/"), Encoding.UTF8.GetBytes(space + "0"));

    public RangeRequest Parts => Range(UnsafeByteOperations.UnsafeWrap(_parts), Behind(_parts));

    public ByteString Commit(long firstPosition) => WithNumber(_commits, firstPosition);

    public RangeRequest CommitsFrom(long firstPosition, int limit) => Range(Commit(firstPosition), Behind(_commits), limit);

    public static long FirstPosition(ByteString commit) => BinaryPrimitives.ReadInt64BigEndian(commit.Span[^NumberLength..]);

    public ByteString Part(StreamId stream, long lastVersion) => WithNumber(StreamKey(stream), lastVersion);

    public RangeRequest PartsFrom(StreamId stream, long version, int limit) =>
        Range(Part(stream, version), Behind(StreamKey(stream)), limit);

    public StreamId StreamOf(ByteString part) => new(Encoding.UTF8.GetString(part.Span[_parts.Length..^(NumberLength + 1)]));

    // Limit 0: all of them.
    private static RangeRequest Range(ByteString key, byte[] end, int limit = 0) =>
        new() { Key = key, RangeEnd = UnsafeByteOperations.UnsafeWrap(end), Limit = limit };

    // Stream names do not contain the byte 0, so the keys of different streams never mix.
    private byte[] StreamKey(StreamId stream) => [.. _parts, .. Encoding.UTF8.GetBytes(stream.Value), 0];

    private static ByteString WithNumber(byte[] prefix, long number)
    {
        var key = new byte[prefix.Length + NumberLength];
        prefix.CopyTo(key, 0);
        BinaryPrimitives.WriteInt64BigEndian(key.AsSpan(prefix.Length), number);
        return UnsafeByteOperations.UnsafeWrap(key);
    }

    private static byte[] Behind(byte[] prefix) => [.. prefix.AsSpan(..^1), (byte)(prefix[^1] + 1)];
}
