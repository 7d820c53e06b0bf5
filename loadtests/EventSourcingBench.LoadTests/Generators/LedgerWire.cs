using System.Buffers.Binary;

namespace EventSourcingBench.LoadTests;

/// <summary>A ledger's entries as bytes, 37 for each: a generator sends millions of them.</summary>
internal static class LedgerWire
{
    private const int Length = 37;
    private const int BatchEntries = 1_000;

    /// <summary>Writes all entries.</summary>
    public static async Task WriteAsync(Ledger ledger, Stream stream, CancellationToken cancellationToken)
    {
        var buffer = new byte[Length * BatchEntries];
        foreach (var batch in ledger.Entries.Chunk(BatchEntries))
        {
            for (var i = 0; i < batch.Length; i++)
            {
                Write(batch[i], buffer.AsSpan(i * Length, Length));
            }

            await stream.WriteAsync(buffer.AsMemory(0, batch.Length * Length), cancellationToken);
        }
    }

    /// <summary>Reads entries to the end of a stream.</summary>
    /// <exception cref="EndOfStreamException">It ends within an entry.</exception>
    public static async Task<IReadOnlyList<LedgerEntry>> ReadAsync(Stream stream, CancellationToken cancellationToken)
    {
        var entries = new List<LedgerEntry>();
        var buffer = new byte[Length * BatchEntries];
        int read;
        while ((read = await stream.ReadAtLeastAsync(buffer, buffer.Length, throwOnEndOfStream: false, cancellationToken)) > 0)
        {
            if (read % Length != 0)
            {
                throw new EndOfStreamException("The ledger ends within an entry.");
            }

            for (var i = 0; i < read; i += Length)
            {
                entries.Add(Read(buffer.AsSpan(i, Length)));
            }
        }

        return entries;
    }

    private static void Write(in LedgerEntry entry, Span<byte> bytes)
    {
        entry.EventId.TryWriteBytes(bytes, bigEndian: true, out _);
        BinaryPrimitives.WriteInt64LittleEndian(bytes[16..], entry.Version);
        BinaryPrimitives.WriteInt64LittleEndian(bytes[24..], entry.Amount);
        BinaryPrimitives.WriteInt32LittleEndian(bytes[32..], entry.Stream);
        bytes[36] = (byte)entry.Outcome;
    }

    private static LedgerEntry Read(ReadOnlySpan<byte> bytes) => new(
        new Guid(bytes[..16], bigEndian: true),
        BinaryPrimitives.ReadInt64LittleEndian(bytes[16..]),
        BinaryPrimitives.ReadInt64LittleEndian(bytes[24..]),
        BinaryPrimitives.ReadInt32LittleEndian(bytes[32..]),
        (LedgerOutcome)bytes[36]);
}
