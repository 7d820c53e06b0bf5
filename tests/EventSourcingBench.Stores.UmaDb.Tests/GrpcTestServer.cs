using System.Buffers.Binary;
using System.Net;
using Google.Protobuf;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;

namespace EventSourcingBench.Stores.UmaDb.Tests;

/// <summary>A server of HTTP/2 without TLS that answers every request as the test says.</summary>
internal sealed class GrpcTestServer : IAsyncDisposable
{
    private readonly WebApplication _application;

    private GrpcTestServer(WebApplication application) => _application = application;

    public Uri Address => new(_application.Urls.Single());

    public static async Task<GrpcTestServer> StartAsync(Func<HttpContext, Task> answer)
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.Services.Configure<KestrelServerOptions>(o => o.Listen(IPAddress.Loopback, 0, l => l.Protocols = HttpProtocols.Http2));
        var application = builder.Build();
        application.Run(context => answer(context));
        await application.StartAsync();
        return new GrpcTestServer(application);
    }

    /// <summary>Headers of a gRPC answer.</summary>
    public static HttpResponse Begin(HttpContext context)
    {
        context.Response.ContentType = "application/grpc";
        return context.Response;
    }

    /// <summary>A message with its prefix.</summary>
    public static byte[] Frame(IMessage message)
    {
        var frame = new byte[message.CalculateSize() + 5];
        BinaryPrimitives.WriteInt32BigEndian(frame.AsSpan(1), frame.Length - 5);
        message.WriteTo(frame.AsSpan(5));
        return frame;
    }

    public ValueTask DisposeAsync() => _application.DisposeAsync();
}
