using System.Buffers.Binary;
using System.Net;
using System.Net.Sockets;
using System.Text;

namespace EventSourcingBench.Hosting;

/// <summary>
/// The two commands that make a started mongod a replica set of one node, in MongoDB's wire protocol (OP_MSG with BSON). A
/// driver belongs to the stores' plug-ins, each of which has its own; and mongosh is not where mongod is.
/// </summary>
internal static class MongoWire
{
    private const int HeaderSize = 16;
    private const int OpMsg = 2013;
    private const int Prefix = HeaderSize + 5;
    private const int LargestReply = 16 * 1024 * 1024;

    /// <summary>Asks the server to become the only node of a replica set.</summary>
    /// <returns>Null when it said yes, else its words.</returns>
    /// <exception cref="IOException">The connection broke.</exception>
    /// <exception cref="SocketException">Nothing listens.</exception>
    public static async Task<string?> InitiateAsync(int port, string replicaSet, CancellationToken cancellationToken)
    {
        var member = Document(Int32("_id", 0), Text("host", $"127.0.0.1:{port}"));
        var config = Document(Text("_id", replicaSet), Nested(0x04, "members", Document(Nested(0x03, "0", member))));
        var reply = await RunAsync(port, Document(Nested(0x03, "replSetInitiate", config), Text("$db", "admin")), cancellationToken);
        return reply.IsOk ? null : reply.Error ?? "no reason given";
    }

    /// <summary>Whether the server takes writes.</summary>
    /// <exception cref="IOException">The connection broke.</exception>
    /// <exception cref="SocketException">Nothing listens.</exception>
    public static async Task<bool> IsPrimaryAsync(int port, CancellationToken cancellationToken) =>
        (await RunAsync(port, Document(Int32("hello", 1), Text("$db", "admin")), cancellationToken)).IsPrimary;

    private static async Task<MongoReply> RunAsync(int port, byte[] command, CancellationToken cancellationToken)
    {
        using var client = new TcpClient { NoDelay = true };
        await client.ConnectAsync(IPAddress.Loopback, port, cancellationToken);
        var stream = client.GetStream();
        var request = new byte[Prefix + command.Length];
        BinaryPrimitives.WriteInt32LittleEndian(request, request.Length);
        BinaryPrimitives.WriteInt32LittleEndian(request.AsSpan(12), OpMsg);
        command.CopyTo(request, Prefix);
        await stream.WriteAsync(request, cancellationToken);

        var size = new byte[4];
        await stream.ReadExactlyAsync(size, cancellationToken);
        var length = BinaryPrimitives.ReadInt32LittleEndian(size);
        if (length is < Prefix or > LargestReply)
        {
            throw new IOException($"What listens at port {port} is not a MongoDB server.");
        }

        var rest = new byte[length - size.Length];
        await stream.ReadExactlyAsync(rest, cancellationToken);
        return MongoReply.Read(rest.AsSpan(Prefix - size.Length));
    }

    private static byte[] Document(params byte[][] elements)
    {
        var body = elements.SelectMany(e => e).ToArray();
        var document = new byte[body.Length + 5];
        BinaryPrimitives.WriteInt32LittleEndian(document, document.Length);
        body.CopyTo(document, 4);
        return document;
    }

    private static byte[] Int32(string name, int value)
    {
        var bytes = new byte[4];
        BinaryPrimitives.WriteInt32LittleEndian(bytes, value);
        return Nested(0x10, name, bytes);
    }

    private static byte[] Text(string name, string value)
    {
        var text = Encoding.UTF8.GetBytes(value);
        var bytes = new byte[text.Length + 5];
        BinaryPrimitives.WriteInt32LittleEndian(bytes, text.Length + 1);
        text.CopyTo(bytes, 4);
        return Nested(0x02, name, bytes);
    }

    private static byte[] Nested(byte type, string name, byte[] value) => [type, .. Encoding.UTF8.GetBytes(name), 0, .. value];
}
