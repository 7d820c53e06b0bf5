using System.Net;

namespace EventSourcingBench.Stores.Etcd.Tests;

/// <summary>Stands before a server, and loses or falsifies the answers to some transactions that append.</summary>
internal sealed class LostAnswerProxy : IAsyncDisposable
{
    private readonly HttpListener _listener = new();
    private readonly HttpClient _http = new();
    private readonly Task _serving;

    public LostAnswerProxy(string server, int lost)
    {
        Lost = lost;
        ConnectionString = $"http://127.0.0.1:{FreePorts.Take()}";
        _listener.Prefixes.Add(ConnectionString + "/");
        _listener.Start();
        _serving = ServeAsync(server);
    }

    public string ConnectionString { get; }

    /// <summary>How many answers are still to be lost.</summary>
    public int Lost { get; set; }

    /// <summary>What the transactions that append are answered with though they are carried out; null for the server's own
    /// answer.</summary>
    public string? Refusal { get; set; }

    /// <summary>Done between carrying out and refusing.</summary>
    public Func<Task> BeforeRefusal { get; set; } = () => Task.CompletedTask;

    public async ValueTask DisposeAsync()
    {
        _listener.Close();
        await _serving.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        _http.Dispose();
    }

    private async Task ServeAsync(string server)
    {
        while (_listener.IsListening)
        {
            var context = await _listener.GetContextAsync();
            try
            {
                await AnswerAsync(server, context.Request, context.Response);
            }
            catch (Exception e) when (e is HttpListenerException or IOException)
            {
                // The client has gone, or its answer is to be lost.
                context.Response.Abort();
            }
        }
    }

    private async Task AnswerAsync(string server, HttpListenerRequest request, HttpListenerResponse response)
    {
        var body = await new StreamReader(request.InputStream).ReadToEndAsync();
        using var content = new StringContent(body);
        using var answer = await _http.PostAsync(server + request.RawUrl, content);
        var appends = body.Contains("request_put", StringComparison.Ordinal);
        if (appends && Lost > 0)
        {
            Lost--;
            throw new IOException("lost");
        }

        response.StatusCode = (int)answer.StatusCode;
        var text = await answer.Content.ReadAsByteArrayAsync();
        if (appends && Refusal is { } refusal)
        {
            await BeforeRefusal();
            (response.StatusCode, text) = ((int)HttpStatusCode.TooManyRequests, Encoding.UTF8.GetBytes(refusal));
        }

        response.Close(text, willBlock: false);
    }
}
