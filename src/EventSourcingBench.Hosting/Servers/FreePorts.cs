using System.Net;
using System.Net.Sockets;

namespace EventSourcingBench.Hosting;

/// <summary>Ports on loopback that nobody has at this moment.</summary>
internal static class FreePorts
{
    public static int Take()
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        return ((IPEndPoint)listener.LocalEndpoint).Port;
    }
}
