using System.Buffers.Binary;
using System.Collections.Concurrent;
using System.Net;
using System.Net.Sockets;
using System.Text;
using MongoDB.Bson;
using MongoDB.Bson.Serialization;

namespace EventSourcingBench.Tests;

/// <summary>Speaks MongoDB's wire protocol on loopback, in front of a <see cref="WireEngine"/>.</summary>
internal sealed class WireServer : IAsyncDisposable
{
    private const int OpReply = 1;
    private const int OpQuery = 2004;
    private const int OpMsg = 2013;
    private const int MoreToCome = 2;
    private const string SetName = "wire";

    private readonly CancellationTokenSource _stop = new();
    private readonly ConcurrentDictionary<TcpClient, Task> _connections = [];
    private readonly ConcurrentDictionary<string, ConcurrentQueue<WireFault>> _faults = new(StringComparer.Ordinal);
    private BsonDocument? _given;
    private TcpListener _listener;
    private Task _accepting;

    public WireServer(WireMode mode = WireMode.Primary)
    {
        Mode = mode;
        _listener = Listen(0);
        Port = ((IPEndPoint)_listener.LocalEndpoint).Port;
        _accepting = AcceptAsync(_listener);
    }

    public WireEngine Engine { get; } = new();

    public WireMode Mode { get; private set; }

    public int Port { get; }

    public int Members { get; init; } = 1;

    /// <summary>What <c>replSetGetConfig</c> answers.</summary>
    public BsonDocument Config => new()
    {
        { "ok", 1.0 },
        {
            "config", _given ?? new BsonDocument
            {
                { "_id", SetName },
                { "writeConcernMajorityJournalDefault", true },
                { "members", new BsonArray(Enumerable.Range(0, Members).Select(i => new BsonDocument("_id", i))) },
            }
        },
    };

    public string ConnectionString => $"mongodb://127.0.0.1:{Port}/";

    /// <summary>The next commands of this name meet with these faults, one after the other.</summary>
    public void Fail(string command, params WireFault[] faults) => _faults[command] = new ConcurrentQueue<WireFault>(faults);

    /// <summary>Goes as a killed server goes; what was written stays.</summary>
    public async Task StopAsync()
    {
        _listener.Stop();
        Break();
        await _accepting;
        await Task.WhenAll(_connections.Values);
    }

    /// <summary>Comes back at the same port.</summary>
    public void Start()
    {
        _listener = Listen(Port);
        _accepting = AcceptAsync(_listener);
    }

    /// <summary>Breaks every connection.</summary>
    public void Break()
    {
        foreach (var connection in _connections.Keys)
        {
            connection.Close();
        }
    }

    public async ValueTask DisposeAsync()
    {
        await _stop.CancelAsync();
        await StopAsync();
        _stop.Dispose();
    }

    private static TcpListener Listen(int port)
    {
        var listener = new TcpListener(IPAddress.Loopback, port);
        listener.Server.SetSocketOption(SocketOptionLevel.Socket, SocketOptionName.ReuseAddress, true);
        listener.Start();
        return listener;
    }

    private async Task AcceptAsync(TcpListener listener)
    {
        try
        {
            while (true)
            {
                var connection = await listener.AcceptTcpClientAsync(_stop.Token);
                connection.NoDelay = true;
                _connections[connection] = Task.CompletedTask;
                _connections[connection] = ServeAsync(connection);
            }
        }
        catch (Exception e) when (e is SocketException or OperationCanceledException or ObjectDisposedException)
        {
            // Stopped.
        }
    }

    private async Task ServeAsync(TcpClient connection)
    {
        await Task.Yield();
        try
        {
            var stream = connection.GetStream();
            var header = new byte[16];
            while (true)
            {
                await stream.ReadExactlyAsync(header, _stop.Token);
                var body = new byte[BinaryPrimitives.ReadInt32LittleEndian(header) - header.Length];
                await stream.ReadExactlyAsync(body, _stop.Token);
                var request = BinaryPrimitives.ReadInt32LittleEndian(header.AsSpan(4));
                var isQuery = BinaryPrimitives.ReadInt32LittleEndian(header.AsSpan(12)) == OpQuery;
                var command = isQuery ? Query(body) : Message(body);
                var fault = _faults.TryGetValue(command.GetElement(0).Name, out var next) && next.TryDequeue(out var f) ? f : WireFault.None;
                if (fault == WireFault.BreakBefore)
                {
                    connection.Close();
                    return;
                }

                var reply = await AnswerAsync(command);
                if (fault == WireFault.BreakAfter)
                {
                    connection.Close();
                    return;
                }

                if (isQuery || (BinaryPrimitives.ReadInt32LittleEndian(body) & MoreToCome) == 0)
                {
                    await stream.WriteAsync(Framed(request, reply, isQuery), _stop.Token);
                }
            }
        }
        catch (Exception e) when (e is IOException or SocketException or OperationCanceledException or ObjectDisposedException)
        {
            // The other side has gone, or this one goes.
        }
        finally
        {
            connection.Dispose();
            _connections.TryRemove(connection, out _);
        }
    }

    private async Task<BsonDocument> AnswerAsync(BsonDocument command)
    {
        BsonDocument reply;
        try
        {
            reply = command.GetElement(0).Name switch
            {
                "hello" or "isMaster" or "ismaster" => Hello(),
                "replSetGetConfig" => Config,
                "replSetInitiate" => Initiate(command["replSetInitiate"].AsBsonDocument),
                "getMore" => await Engine.GetMoreAsync(command),
                _ => await Engine.RunAsync(command),
            };
        }
        catch (WireException e)
        {
            reply = e.Reply();
        }
        catch (Exception e)
        {
            // Seen by the test as the server's words.
            reply = new WireException(1, "InternalError", $"{command}: {e}").Reply();
        }

        reply = reply.DeepClone().AsBsonDocument;
        if (Mode != WireMode.Standalone)
        {
            reply["operationTime"] = Engine.Now;
            reply["$clusterTime"] = new BsonDocument
            {
                { "clusterTime", Engine.Now },
                { "signature", new BsonDocument { { "hash", new BsonBinaryData(new byte[20]) }, { "keyId", 0L } } },
            };
        }

        return reply;
    }

    private BsonDocument Hello()
    {
        var isPrimary = Mode is WireMode.Primary or WireMode.Standalone or WireMode.Mongos;
        var hello = new BsonDocument
        {
            { "ok", 1.0 }, { "ismaster", isPrimary }, { "isWritablePrimary", isPrimary }, { "helloOk", true },
            { "maxBsonObjectSize", 16777216 }, { "maxMessageSizeBytes", 48000000 }, { "maxWriteBatchSize", 100000 },
            { "logicalSessionTimeoutMinutes", 30 }, { "minWireVersion", 0 }, { "maxWireVersion", 21 },
        };
        switch (Mode)
        {
            case WireMode.Primary or WireMode.Secondary:
                hello.Add("setName", SetName);
                hello.Add("setVersion", 1);
                hello.Add("hosts", new BsonArray { $"127.0.0.1:{Port}" });
                hello.Add("me", $"127.0.0.1:{Port}");
                hello.Add("secondary", Mode == WireMode.Secondary);
                break;
            case WireMode.Uninitiated:
                hello.Add("isreplicaset", true);
                break;
            case WireMode.Mongos:
                hello.Add("msg", "isdbgrid");
                break;
        }

        return hello;
    }

    private BsonDocument Initiate(BsonDocument config)
    {
        if (Mode != WireMode.Uninitiated)
        {
            throw new WireException(23, "AlreadyInitialized", "already initialized");
        }

        Mode = WireMode.Primary;
        _given = config;
        return new BsonDocument("ok", 1.0);
    }

    private static BsonDocument Query(byte[] body)
    {
        var end = Array.IndexOf(body, (byte)0, 4);
        var query = BsonSerializer.Deserialize<BsonDocument>(body[(end + 9)..]);
        return query.GetValue("$query", query).AsBsonDocument;
    }

    private static BsonDocument Message(byte[] body)
    {
        BsonDocument? command = null;
        var sequences = new List<BsonElement>();
        for (var at = 4; at < body.Length;)
        {
            var kind = body[at++];
            var size = BinaryPrimitives.ReadInt32LittleEndian(body.AsSpan(at));
            if (kind == 0)
            {
                command = BsonSerializer.Deserialize<BsonDocument>(body[at..(at + size)]);
            }
            else
            {
                var name = Array.IndexOf(body, (byte)0, at + 4);
                var documents = new BsonArray();
                for (var next = name + 1; next < at + size;)
                {
                    var length = BinaryPrimitives.ReadInt32LittleEndian(body.AsSpan(next));
                    documents.Add(BsonSerializer.Deserialize<BsonDocument>(body[next..(next + length)]));
                    next += length;
                }

                sequences.Add(new BsonElement(Encoding.UTF8.GetString(body.AsSpan(at + 4, name - at - 4)), documents));
            }

            at += size;
        }

        command!.AddRange(sequences);
        return command;
    }

    private static byte[] Framed(int request, BsonDocument reply, bool isQuery)
    {
        var document = reply.ToBson();
        var prefix = isQuery ? 20 : 5;
        var framed = new byte[16 + prefix + document.Length];
        BinaryPrimitives.WriteInt32LittleEndian(framed, framed.Length);
        BinaryPrimitives.WriteInt32LittleEndian(framed.AsSpan(8), request);
        BinaryPrimitives.WriteInt32LittleEndian(framed.AsSpan(12), isQuery ? OpReply : OpMsg);
        if (isQuery)
        {
            BinaryPrimitives.WriteInt32LittleEndian(framed.AsSpan(32), 1);
        }

        document.CopyTo(framed, 16 + prefix);
        return framed;
    }
}
