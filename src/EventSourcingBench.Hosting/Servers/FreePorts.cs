namespace EventSourcingBench.Hosting.Servers;

/// <summary>Ports on loopback that are free at this moment. They lie below those that an operating system gives to outgoing connections
/// (from 32768 on Linux, from 49152 elsewhere), so that a server which is started again finds its port free. Each process begins at a
/// separate place, so that processes side by side seldom try the same.</summary>
public static class FreePorts
{
    private const int First = 20_000;
    private const int End = 32_768;
    private const int Attempts = 100;
    private const int Stride = 97;

    private static int _last = Environment.ProcessId * Stride;

    /// <summary>A port for a server to be started at once.</summary>
    /// <exception cref="SocketException">There is no free port.</exception>
    public static int Take()
    {
        for (var attempt = 1; ; attempt++)
        {
            var port = attempt < Attempts ? First + (int)((uint)Interlocked.Increment(ref _last) % (End - First)) : 0;
            using var listener = new TcpListener(IPAddress.Loopback, port);
            try
            {
                listener.Start();
                return ((IPEndPoint)listener.LocalEndpoint).Port;
            }
            catch (SocketException) when (attempt < Attempts)
            {
                // It is taken: another.
            }
        }
    }
}
