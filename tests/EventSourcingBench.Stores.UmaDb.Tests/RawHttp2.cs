using System.Buffers.Binary;
using System.Net;
using System.Net.Sockets;
using System.Text;

namespace EventSourcingBench.Stores.UmaDb.Tests;

/// <summary>
/// The cheapest HTTP/2 exchange there is: one blocking socket, headers encoded once, answers that are not looked into. What
/// it takes is the server's time and the operating system's; what a client takes more is the client's.
/// </summary>
internal sealed class RawHttp2 : IDisposable
{
    private const int HeaderLength = 9;
    private const byte Data = 0;
    private const byte Headers = 1;
    private const byte Settings = 4;
    private const byte Ping = 6;
    private const byte WindowUpdate = 8;
    private const byte EndStream = 1;
    private const byte Ack = 1;
    private const byte EndHeaders = 4;
    private const int WindowAfter = 30_000;

    private readonly Socket _socket = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
    private readonly byte[] _received = new byte[64 * 1024];
    private readonly byte[] _request;
    private readonly int _dataAt;
    private int _start;
    private int _end;
    private int _stream = -1;
    private int _unacknowledged;

    public RawHttp2(Uri address, string path)
    {
        _socket.Connect(IPAddress.Loopback, address.Port);
        _socket.Send("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"u8);
        _socket.Send(Frame(Settings, 0, 0, []));

        // Pseudo-headers by the static table, the rest literally and never indexed: no state between two requests.
        byte[] block = [0x83, 0x86, 0x04, .. Text(path), 0x01, .. Text(address.Authority), 0x0f, 0x10, .. Text("application/grpc"), 0x00, .. Text("te"), .. Text("trailers")];
        var headers = Frame(Headers, EndHeaders, 1, block);
        _dataAt = headers.Length;
        _request = [.. headers, .. Frame(Data, EndStream, 1, [0, 0, 0, 0, 0])];
    }

    /// <summary>Sends an empty message and waits for the end of the answer.</summary>
    public void Exchange()
    {
        _stream += 2;
        BinaryPrimitives.WriteInt32BigEndian(_request.AsSpan(5), _stream);
        BinaryPrimitives.WriteInt32BigEndian(_request.AsSpan(_dataAt + 5), _stream);
        _socket.Send(_request);
        while (!Receive())
        {
        }
    }

    public void Dispose() => _socket.Dispose();

    private bool Receive()
    {
        Need(HeaderLength);
        var header = _received.AsSpan(_start, HeaderLength);
        var length = (header[0] << 16) | (header[1] << 8) | header[2];
        var (type, flags) = (header[3], header[4]);
        var stream = BinaryPrimitives.ReadInt32BigEndian(header[5..]);
        Need(HeaderLength + length);
        var payload = _received.AsSpan(_start + HeaderLength, length).ToArray();
        _start += HeaderLength + length;
        if (type is Settings or Ping && (flags & Ack) == 0)
        {
            _socket.Send(Frame(type, Ack, 0, type == Ping ? payload : []));
        }

        _unacknowledged += type == Data ? length : 0;
        if (_unacknowledged > WindowAfter)
        {
            var increment = new byte[4];
            BinaryPrimitives.WriteInt32BigEndian(increment, _unacknowledged);
            _socket.Send(Frame(WindowUpdate, 0, 0, increment));
            _unacknowledged = 0;
        }

        return type == Headers && stream == _stream && (flags & EndStream) != 0;
    }

    private void Need(int count)
    {
        if (_start + count > _received.Length)
        {
            _received.AsSpan(_start, _end - _start).CopyTo(_received);
            (_start, _end) = (0, _end - _start);
        }

        while (_end - _start < count)
        {
            var read = _socket.Receive(_received.AsSpan(_end));
            read.ShouldBeGreaterThan(0, "the server closed the connection");
            _end += read;
        }
    }

    private static byte[] Text(string text) => [(byte)text.Length, .. Encoding.ASCII.GetBytes(text)];

    private static byte[] Frame(byte type, byte flags, int stream, byte[] payload)
    {
        var frame = new byte[HeaderLength + payload.Length];
        BinaryPrimitives.WriteInt32BigEndian(frame, payload.Length << 8);
        frame[3] = type;
        frame[4] = flags;
        BinaryPrimitives.WriteInt32BigEndian(frame.AsSpan(5), stream);
        payload.CopyTo(frame.AsSpan(HeaderLength));
        return frame;
    }
}
