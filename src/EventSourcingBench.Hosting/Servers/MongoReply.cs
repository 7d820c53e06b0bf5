using System.Buffers.Binary;
using System.Text;

namespace EventSourcingBench.Hosting;

/// <summary>What is looked at in a MongoDB server's reply.</summary>
/// <param name="IsOk">Whether the command was carried out.</param>
/// <param name="IsPrimary">Whether the server takes writes.</param>
/// <param name="Error">Its words where it refused.</param>
internal sealed record MongoReply(bool IsOk, bool IsPrimary, string? Error)
{
    /// <summary>Reads the fields of a BSON document; what is nested is passed over.</summary>
    /// <exception cref="IOException">It is no BSON.</exception>
    public static MongoReply Read(ReadOnlySpan<byte> document)
    {
        var (isOk, isPrimary, error) = (false, false, (string?)null);
        try
        {
            for (var rest = document[4..]; rest[0] != 0;)
            {
                var type = rest[0];
                var end = rest.IndexOf((byte)0);
                var name = Encoding.UTF8.GetString(rest[1..end]);
                rest = rest[(end + 1)..];
                switch (name)
                {
                    case "ok":
                        isOk = type == 0x01 ? BinaryPrimitives.ReadDoubleLittleEndian(rest) == 1 : rest[0] == 1;
                        break;
                    case "isWritablePrimary":
                        isPrimary = rest[0] == 1;
                        break;
                    case "errmsg":
                        error = Encoding.UTF8.GetString(rest[4..(Size(type, rest) - 1)]);
                        break;
                }

                rest = rest[Size(type, rest)..];
            }
        }
        catch (Exception e) when (e is ArgumentOutOfRangeException or IndexOutOfRangeException)
        {
            throw new IOException("The server's reply is no BSON.", e);
        }

        return new MongoReply(isOk, isPrimary, error);
    }

    private static int Size(byte type, ReadOnlySpan<byte> value) => type switch
    {
        0x01 or 0x09 or 0x11 or 0x12 => 8,
        0x02 => 4 + BinaryPrimitives.ReadInt32LittleEndian(value),
        0x03 or 0x04 => BinaryPrimitives.ReadInt32LittleEndian(value),
        0x05 => 5 + BinaryPrimitives.ReadInt32LittleEndian(value),
        0x07 => 12,
        0x08 => 1,
        0x0A => 0,
        0x10 => 4,
        0x13 => 16,
        _ => throw new IOException($"The server's reply has a field of the unknown type {type}."),
    };
}
