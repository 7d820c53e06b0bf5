using System.Net;
using System.Net.Sockets;

namespace EventSourcingBench.LoadTests.Engine.Tests;

/// <summary>A server of raw bytes on loopback: answers each request with what <paramref name="answer"/> says of its text; null closes the
/// connection without an answer, an empty text never answers.</summary>
internal sealed class ScriptedServer(Func<string, string?> answer) : IAsyncDisposable
{
    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
    private readonly CancellationTokenSource _stop = new();
    private readonly List<Task> _connections = [];
    private Task _accepting = Task.CompletedTask;

    public ConcurrentQueue<string> Requests { get; } = new();

    public int Connections => _connections.Count;

    public Uri Start()
    {
        _listener.Start();
        _accepting = AcceptAsync();
        return new Uri($"http://{_listener.LocalEndpoint}/");
    }

    public async ValueTask DisposeAsync()
    {
        await _stop.CancelAsync();
        _listener.Dispose();
        await _accepting.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        await Task.WhenAll(_connections).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        _stop.Dispose();
    }

    private async Task AcceptAsync()
    {
        while (true)
            _connections.Add(ServeAsync(await _listener.AcceptTcpClientAsync(_stop.Token)));
    }

    private async Task ServeAsync(TcpClient client)
    {
        using var owned = client;
        var stream = client.GetStream();
        while (await ReadRequestAsync(stream) is { } request)
        {
            Requests.Enqueue(request);
            if (answer(request) is not { } text)
                return;

            if (text.Length == 0)
                await Task.Delay(Timeout.InfiniteTimeSpan, _stop.Token);

            await stream.WriteAsync(Encoding.ASCII.GetBytes(text), _stop.Token);
        }
    }

    private async Task<string?> ReadRequestAsync(NetworkStream stream)
    {
        var (text, buffer) = ("", new byte[4096]);
        while (!IsComplete(text))
        {
            var read = await stream.ReadAsync(buffer, _stop.Token);
            if (read == 0)
                return null;

            text += Encoding.ASCII.GetString(buffer, 0, read);
        }

        return text;
    }

    private static bool IsComplete(string text)
    {
        var head = text.IndexOf("\r\n\r\n", StringComparison.Ordinal);
        var header = text.Split("\r\n").FirstOrDefault(l => l.StartsWith("Content-Length: ", StringComparison.Ordinal));
        var length = header is null ? 0 : int.Parse(header["Content-Length: ".Length..], System.Globalization.CultureInfo.InvariantCulture);
        return head >= 0 && text.Length >= head + 4 + length;
    }
}
