using System.Net.Http.Headers;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.Logging;

namespace EventSourcingBench.Stores.Etcd.Tests;

/// <summary>Stands before a server, and loses or falsifies the answers to some transactions that append. Passes unary calls only.</summary>
internal sealed class LostAnswerProxy : IAsyncDisposable
{
    // Compression, and length: what precedes a message.
    private const int Prefix = 5;

    private readonly HttpClient _http = new();
    private readonly WebApplication _app;
    private readonly string _server;

    private LostAnswerProxy(string server, int lost)
    {
        (_server, Lost) = (server, lost);
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.ConfigureKestrel(k => k.Listen(IPAddress.Loopback, 0, l => l.Protocols = HttpProtocols.Http2));
        _app = builder.Build();
        _app.Run(AnswerAsync);
    }

    public string ConnectionString => _app.Urls.Single();

    /// <summary>How many answers are still to be lost.</summary>
    public int Lost { get; set; }

    /// <summary>What the transactions that append are answered with though they are carried out; null for the server's own
    /// answer.</summary>
    public Status? Refusal { get; set; }

    /// <summary>Done between carrying out and refusing.</summary>
    public Func<Task> BeforeRefusal { get; set; } = () => Task.CompletedTask;

    public static async Task<LostAnswerProxy> StartAsync(string server, int lost)
    {
        var proxy = new LostAnswerProxy(server, lost);
        await proxy._app.StartAsync();
        return proxy;
    }

    public async ValueTask DisposeAsync()
    {
        await _app.DisposeAsync();
        _http.Dispose();
    }

    private async Task AnswerAsync(HttpContext context)
    {
        var body = new MemoryStream();
        await context.Request.Body.CopyToAsync(body);
        using var request = new HttpRequestMessage(HttpMethod.Post, _server + context.Request.Path)
        {
            Version = HttpVersion.Version20,
            VersionPolicy = HttpVersionPolicy.RequestVersionExact,
            Content = new ByteArrayContent(body.ToArray()) { Headers = { ContentType = new MediaTypeHeaderValue("application/grpc") } },
        };
        request.Headers.TE.Add(new TransferCodingWithQualityHeaderValue("trailers"));
        using var answer = await _http.SendAsync(request);
        var bytes = await answer.Content.ReadAsByteArrayAsync();
        var appends = context.Request.Path.Value!.EndsWith("/Txn", StringComparison.Ordinal)
            && TxnRequest.Parser.ParseFrom(body.ToArray().AsSpan(Prefix)).Success.Any(s => s.RequestPut is not null);
        if (appends && Lost > 0)
        {
            Lost--;
            context.Abort();
            return;
        }

        context.Response.ContentType = "application/grpc";
        if (appends && Refusal is { } refusal)
        {
            await BeforeRefusal();
            context.Response.AppendTrailer("grpc-status", ((int)refusal.StatusCode).ToString(CultureInfo.InvariantCulture));
            context.Response.AppendTrailer("grpc-message", refusal.Detail);
            return;
        }

        await context.Response.Body.WriteAsync(bytes);
        // A refusal without a message has its status in the headers.
        foreach (var (name, values) in answer.TrailingHeaders.Concat(answer.Headers)
            .Where(h => h.Key.StartsWith("grpc-", StringComparison.Ordinal)))
        {
            context.Response.AppendTrailer(name, values.Single());
        }
    }
}
