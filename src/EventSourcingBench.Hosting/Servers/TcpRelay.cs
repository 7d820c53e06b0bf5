using System.Threading.Channels;

namespace EventSourcingBench.Hosting.Servers;

/// <summary>Carries TCP connections from a port of this machine's loopback to another, as a network would; can cut or reset them.</summary>
public sealed class TcpRelay : IAsyncDisposable
{
    private const int BufferBytes = 64 * 1024;

    // What a connection may have under way: further bytes wait at their sender.
    private const int MostUnderWay = 64;

    private readonly int _target;
    private readonly NetworkPath? _there;
    private readonly NetworkPath? _back;
    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
    private readonly CancellationTokenSource _end = new();
    private readonly ConcurrentDictionary<Socket, Socket> _connections = new();
    private readonly Task _accepting;

    // Completed while bytes are carried.
    private volatile TaskCompletionSource _carrying = new(TaskCreationOptions.RunContinuationsAsynchronously);

    internal TcpRelay(int target, NetworkPath? there = null, NetworkPath? back = null)
    {
        (_target, _there, _back) = (target, there, back);
        _carrying.SetResult();
        _listener.Start();
        Port = ((IPEndPoint)_listener.LocalEndpoint).Port;
        _accepting = AcceptAsync();
    }

    public int Port { get; }

    /// <summary>How much later everything is carried, each way, by timers that count milliseconds; what comes meanwhile waits for it. Zero:
    /// at once. Default: zero.</summary>
    public TimeSpan Delay { get; set; }

    /// <summary>From now on nothing is carried and nothing refused, until <see cref="Mend"/>: connections stay, their bytes wait.</summary>
    public void Cut()
    {
        if (_carrying.Task.IsCompleted)
            _carrying = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
    }

    public void Mend() => _carrying.TrySetResult();

    /// <summary>Ends all connections at once on both sides (RST). New ones can be made.</summary>
    /// <returns>How many there were.</returns>
    public int Reset()
    {
        var connections = _connections.ToArray();
        foreach (var (client, server) in connections)
        {
            End(client);
            End(server);
        }

        return connections.Length;
    }

    public async ValueTask DisposeAsync()
    {
        await _end.CancelAsync();
        _listener.Stop();
        Mend();
        await _accepting;
        Reset();
        _end.Dispose();
    }

    private async Task AcceptAsync()
    {
        while (true)
        {
            try
            {
                var client = await _listener.AcceptSocketAsync(_end.Token);
                _ = CarryAsync(client);
            }
            catch (Exception e) when (_end.IsCancellationRequested && e is OperationCanceledException or SocketException)
            {
                return;
            }
        }
    }

    private async Task CarryAsync(Socket client)
    {
        using var server = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
        using var end = CancellationTokenSource.CreateLinkedTokenSource(_end.Token);
        client.NoDelay = true;
        _connections[client] = server;
        try
        {
            await _carrying.Task;
            await server.ConnectAsync(IPAddress.Loopback, _target, end.Token);
            await Task.WhenAll(CarryAsync(client, server, _there, end), CarryAsync(server, client, _back, end));
        }
        catch (Exception e) when (e is SocketException or ObjectDisposedException or OperationCanceledException)
        {
            // One side is gone: the other one sees it as well.
        }
        finally
        {
            _connections.TryRemove(client, out _);
            End(client);
        }
    }

    private async Task CarryAsync(Socket from, Socket to, NetworkPath? path, CancellationTokenSource end)
    {
        try
        {
            await (path is null ? CarryAtOnceAsync(from, to, end.Token) : CarryOverAsync(path, from, to, end));
            to.Shutdown(SocketShutdown.Send);
        }
        catch (Exception e) when (e is SocketException or OperationCanceledException)
        {
            End(from);
            End(to);
            throw;
        }
    }

    private async Task CarryAtOnceAsync(Socket from, Socket to, CancellationToken end)
    {
        var buffer = new byte[BufferBytes];
        while (await from.ReceiveAsync(buffer, end) is > 0 and var count)
            await SendAsync(to, buffer.AsMemory(0, count), end);
    }

    private async Task CarryOverAsync(NetworkPath path, Socket from, Socket to, CancellationTokenSource end)
    {
        var underWay = Channel.CreateBounded<(byte[] Bytes, Task Arrival)>(MostUnderWay);
        await Task.WhenAll(EndingAsync(ReceiveAsync()), EndingAsync(ArriveAsync()));

        async Task ReceiveAsync()
        {
            var buffer = new byte[BufferBytes];
            while (await from.ReceiveAsync(buffer, end.Token) is > 0 and var count)
                await underWay.Writer.WriteAsync((buffer[..count], path.SendAsync(count)), end.Token);

            underWay.Writer.Complete();
        }

        async Task ArriveAsync()
        {
            await foreach (var (bytes, arrival) in underWay.Reader.ReadAllAsync(end.Token))
            {
                await arrival;
                await SendAsync(to, bytes, end.Token);
            }
        }

        // Where one fails the other has nothing to wait for.
        async Task EndingAsync(Task half)
        {
            try
            {
                await half;
            }
            catch
            {
                await end.CancelAsync();
                throw;
            }
        }
    }

    private async Task SendAsync(Socket to, ReadOnlyMemory<byte> bytes, CancellationToken end)
    {
        await _carrying.Task;
        if (Delay is { Ticks: > 0 } delay)
            await Task.Delay(delay, end);

        for (var sent = 0; sent < bytes.Length;)
            sent += await to.SendAsync(bytes[sent..], end);
    }

    private static void End(Socket socket)
    {
        try
        {
            socket.LingerState = new LingerOption(enable: true, seconds: 0);
        }
        catch (Exception e) when (e is SocketException or ObjectDisposedException)
        {
            // It has ended already, or was never connected.
        }

        socket.Dispose();
    }
}
