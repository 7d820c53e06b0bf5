using System.Buffers.Binary;

namespace EventSourcingBench.Stores.Etcd.Layout;

/// <summary>The keys of one namespace: <c>NAMESPACE/c/POSITION</c> for commits and <c>NAMESPACE/s/STREAM NUL VERSION</c> for parts of
/// streams. Numbers are eight bytes, big-endian, so keys sort in numeric order.</summary>
internal sealed class KeySpace(string space)
{
    private const int NumberLength = sizeof(long);

    private readonly byte[] _commits = Encoding.UTF8.GetBytes(space + "/c/");
    private readonly byte[] _parts = Encoding.UTF8.GetBytes(space + "/s/");

    public KeyRange All { get; } = new(Encoding.UTF8.GetBytes(space + "/"), Encoding.UTF8.GetBytes(space + "0"));

    public KeyRange Parts => new(_parts, Behind(_parts));

    /// <summary>The key of the commit whose first event is at the position.</summary>
    public byte[] Commit(long firstPosition) => WithNumber(_commits, firstPosition);

    public KeyRange CommitsFrom(long firstPosition, int limit) => new(Commit(firstPosition), Behind(_commits), limit);

    public static long FirstPosition(byte[] commit) => BinaryPrimitives.ReadInt64BigEndian(commit.AsSpan(commit.Length - NumberLength));

    /// <summary>The key of the part whose last event has the version.</summary>
    public byte[] Part(StreamId stream, long lastVersion) => WithNumber(StreamKey(stream), lastVersion);

    public KeyRange PartsFrom(StreamId stream, long version, int limit) =>
        new(Part(stream, version), Behind(StreamKey(stream)), limit);

    public StreamId StreamOf(byte[] part) => new(Encoding.UTF8.GetString(part.AsSpan(_parts.Length..^(NumberLength + 1))));

    // Stream names do not contain the byte 0, so the keys of different streams never mix.
    private byte[] StreamKey(StreamId stream) => [.. _parts, .. Encoding.UTF8.GetBytes(stream.Value), 0];

    private static byte[] WithNumber(byte[] prefix, long number)
    {
        var key = new byte[prefix.Length + NumberLength];
        prefix.CopyTo(key, 0);
        BinaryPrimitives.WriteInt64BigEndian(key.AsSpan(prefix.Length), number);
        return key;
    }

    private static byte[] Behind(byte[] prefix) => [.. prefix.AsSpan(..^1), (byte)(prefix[^1] + 1)];
}
