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
        await using var stream = client.GetStream();
        using var reader = new StreamReader(stream, Encoding.ASCII);
        while (await ReadRequestAsync(reader) is { } request)
        {
            Requests.Enqueue(request);
            if (answer(request) is not { } text)
                return;

            if (text.Length == 0)
                await Task.Delay(Timeout.InfiniteTimeSpan, _stop.Token);

            await stream.WriteAsync(Encoding.ASCII.GetBytes(text), _stop.Token);
        }
    }

    private async Task<string?> ReadRequestAsync(StreamReader reader)
    {
        const string lengthHeader = "Content-Length: ";
        var (text, length) = ("", 0);
        while (!text.EndsWith("\r\n\r\n", StringComparison.Ordinal))
        {
            if (await reader.ReadLineAsync(_stop.Token) is not { } line)
                return null;

            text += line + "\r\n";
            if (line.StartsWith(lengthHeader, StringComparison.Ordinal))
                length = int.Parse(line[lengthHeader.Length..], System.Globalization.CultureInfo.InvariantCulture);
        }

        var body = new char[length];
        return length == 0 ? text : text + new string(body, 0, await reader.ReadBlockAsync(body, _stop.Token));
    }
}
