namespace EventSourcingBench.Hosting.Servers;

/// <summary>Carries TCP connections from a port of this machine's loopback to another, as a network would; can cut or reset them.</summary>
public sealed class TcpRelay : IAsyncDisposable
{
    private const int BufferBytes = 64 * 1024;

    // What a connection may have under way each way: further bytes wait at their sender.
    private const long MostBytesUnderWay = 4 << 20;

    // Drivers that cancel a statement block a thread of the pool until the server has answered, which here is after the cut. With
    // --via direct that is this process's pool, and the relay needs one of its threads to go on.
    private const int ThreadsWhileCut = 256;

    private static readonly TimeSpan AcceptPause = TimeSpan.FromMilliseconds(20);
    private static readonly Lock Pool = new();
    private static int _cuts;
    private static int _threads;

    private readonly int _target;
    private readonly NetworkPath? _there;
    private readonly NetworkPath? _back;
    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
    private readonly CancellationTokenSource _end = new();
    private readonly ConcurrentDictionary<Socket, Socket> _connections = new();
    private readonly Task _accepting;

    // Null while bytes are carried.
    private CutOff? _cut;

    internal TcpRelay(int target, NetworkPath? there = null, NetworkPath? back = null)
    {
        (_target, _there, _back) = (target, there, back);
        _listener.Start();
        Port = ((IPEndPoint)_listener.LocalEndpoint).Port;
        _accepting = AcceptAsync();
    }

    public int Port { get; }

    /// <summary>How much later everything is carried, each way, by timers that count milliseconds; what comes meanwhile waits for it. Zero:
    /// at once. Default: zero.</summary>
    public TimeSpan Delay { get; set; }

    /// <summary>From now on nothing is carried and nothing refused, until <see cref="Mend"/>: connections stay, their bytes wait.</summary>
    /// <param name="which">Whether the connection is meant that was made from this port, asked once for each. Default: null, all.</param>
    public void Cut(Func<int, bool>? which = null)
    {
        var cut = new CutOff(which);
        if (Interlocked.CompareExchange(ref _cut, cut, null) is null)
            RaiseThreads(by: 1);
    }

    public void Mend()
    {
        if (Interlocked.Exchange(ref _cut, null) is not { } cut)
            return;

        cut.End();
        RaiseThreads(by: -1);
    }

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

    // While any relay of this process is cut.
    private static void RaiseThreads(int by)
    {
        lock (Pool)
        {
            ThreadPool.GetMinThreads(out var workers, out var completions);
            _threads = _cuts == 0 ? workers : _threads;
            _cuts += by;
            ThreadPool.SetMinThreads(_cuts == 0 ? _threads : Math.Max(_threads, ThreadsWhileCut), completions);
        }
    }

    private async Task AcceptAsync()
    {
        while (!_end.IsCancellationRequested)
        {
            try
            {
                _ = CarryAsync(await _listener.AcceptSocketAsync(_end.Token));
            }
            catch (Exception e) when (e is OperationCanceledException or SocketException or InvalidOperationException)
            {
                // It no longer listens, or too many files are open at this moment: the client waits for its turn.
                await Task.Delay(AcceptPause, _end.Token).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            }
        }
    }

    private async Task CarryAsync(Socket client)
    {
        try
        {
            using var server = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
            using var end = CancellationTokenSource.CreateLinkedTokenSource(_end.Token);
            _connections[client] = server;
            client.NoDelay = true;
            var from = ((IPEndPoint)client.RemoteEndPoint!).Port;
            await WhileCutAsync(from);
            await server.ConnectAsync(IPAddress.Loopback, _target, end.Token);
            await Task.WhenAll(CarryAsync(from, client, server, _there, end), CarryAsync(from, server, client, _back, end));
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

    private async Task CarryAsync(int port, Socket from, Socket to, NetworkPath? path, CancellationTokenSource end)
    {
        try
        {
            await (path is null ? CarryAtOnceAsync(port, from, to, end.Token) : CarryOverAsync(port, path, from, to, end));
            to.Shutdown(SocketShutdown.Send);
        }
        catch (Exception e) when (e is SocketException or OperationCanceledException)
        {
            End(from);
            End(to);
            throw;
        }
    }

    private async Task CarryAtOnceAsync(int port, Socket from, Socket to, CancellationToken end)
    {
        var buffer = new byte[BufferBytes];
        while (await from.ReceiveAsync(buffer, end) is > 0 and var count)
            await SendAsync(port, to, buffer.AsMemory(0, count), end);
    }

    private async Task CarryOverAsync(int port, NetworkPath path, Socket from, Socket to, CancellationTokenSource end)
    {
        var underWay = Channel.CreateUnbounded<(byte[] Bytes, Task Arrival)>();
        var bytesUnderWay = 0L;
        using var arrived = new SemaphoreSlim(0);
        await Task.WhenAll(EndingAsync(ReceiveAsync()), EndingAsync(ArriveAsync()));

        async Task ReceiveAsync()
        {
            var buffer = new byte[BufferBytes];
            while (await from.ReceiveAsync(buffer, end.Token) is > 0 and var count)
            {
                Interlocked.Add(ref bytesUnderWay, count);
                underWay.Writer.TryWrite((buffer[..count], path.SendAsync(count)));
                while (Interlocked.Read(ref bytesUnderWay) > MostBytesUnderWay)
                    await arrived.WaitAsync(end.Token);
            }

            underWay.Writer.Complete();
        }

        async Task ArriveAsync()
        {
            await foreach (var (bytes, arrival) in underWay.Reader.ReadAllAsync(end.Token))
            {
                await arrival;
                await SendAsync(port, to, bytes, end.Token);
                Interlocked.Add(ref bytesUnderWay, -bytes.Length);
                if (arrived.CurrentCount == 0)
                    arrived.Release();
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

    private Task WhileCutAsync(int port) => Volatile.Read(ref _cut) is { } cut && cut.IsOf(port) ? cut.Ended : Task.CompletedTask;

    private async Task SendAsync(int port, Socket to, ReadOnlyMemory<byte> bytes, CancellationToken end)
    {
        await WhileCutAsync(port);
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

    private sealed class CutOff(Func<int, bool>? which)
    {
        private readonly TaskCompletionSource _end = new(TaskCreationOptions.RunContinuationsAsynchronously);
        private readonly ConcurrentDictionary<int, bool> _known = new();

        public Task Ended => _end.Task;

        public bool IsOf(int port) => which is null || _known.GetOrAdd(port, which);

        public void End() => _end.SetResult();
    }
}
