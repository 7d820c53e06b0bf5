using System.Buffers.Binary;
using EventSourcingBench.Stores.UmaDb.Wire;
using Google.Protobuf;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Connections.Features;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Features;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.Logging;

namespace EventSourcingBench.Stores.UmaDb.Tests;

/// <summary>What a caller gets from a server that answers as the test says.</summary>
public sealed class UmaDbCallTests() : LimitedTest(seconds: 60)
{
    private WebApplication? _server;
    private UmaDbStore? _store;

    protected override async ValueTask EndAsync()
    {
        await (_store?.DisposeAsync() ?? default);
        await (_server?.DisposeAsync() ?? default);
    }

    [Theory]
    [InlineData(3, typeof(ArgumentException))]
    [InlineData(11, typeof(ArgumentException))]
    [InlineData(7, typeof(StoreUnavailableException))]
    [InlineData(8, typeof(StoreUnavailableException))]
    [InlineData(12, typeof(StoreUnavailableException))]
    [InlineData(16, typeof(StoreUnavailableException))]
    [InlineData(1, typeof(OutcomeUnknownException))]
    [InlineData(2, typeof(OutcomeUnknownException))]
    [InlineData(13, typeof(OutcomeUnknownException))]
    [InlineData(14, typeof(OutcomeUnknownException))]
    public async Task A_status_of_an_append_is_an_exception_of_the_contract(int status, Type expected)
    {
        var events = await StartAsync(context => RefuseAsync(context, status));
        (await Should.ThrowAsync(async () => await AppendAsync(events), expected)).Message.ShouldContain("no ✓");
        await Should.ThrowAsync<StoreUnavailableException>(async () => await events.ReadAsync(DcbQuery.All, cancellationToken: Limit));
    }

    [Fact]
    public async Task A_failed_condition_is_a_result()
    {
        var events = await StartAsync(context => RefuseAsync(context, 9));
        (await AppendAsync(events)).IsAppended.ShouldBeFalse();
    }

    [Theory]
    [InlineData("")]
    [InlineData("headers")]
    [InlineData("no gRPC")]
    [InlineData("calm")]
    public async Task A_broken_connection_or_an_answer_that_is_not_grpc_leaves_the_outcome_of_an_append_open(string answer)
    {
        var calls = 0;
        var events = await StartAsync(async context =>
        {
            if (Interlocked.Increment(ref calls) > 1)
            {
                await AnswerAsync(context, new AppendResponse { Position = 2 });
                return;
            }

            if (answer == "no gRPC")
            {
                await context.Response.WriteAsync("hello", Limit);
                return;
            }

            if (answer == "headers")
            {
                await Begin(context).Body.WriteAsync(new byte[] { 0, 0 }, Limit);
                await context.Response.Body.FlushAsync(Limit);
            }

            if (answer == "calm")
            {
                // ENHANCE_YOUR_CALM, which the client reports as a status that the server sends for a refusal.
                context.Features.Get<IHttpResetFeature>()!.Reset(0xb);
                return;
            }

            context.Features.Get<IConnectionLifetimeFeature>()!.Abort();
        });
        await Should.ThrowAsync<OutcomeUnknownException>(async () => await AppendAsync(events));
        (await AppendAsync(events)).Position.ShouldBe(2);
    }

    [Theory]
    [InlineData("append")]
    [InlineData("subscription")]
    [InlineData("subscription of a closed store")]
    public async Task What_waits_ends_when_it_is_cancelled_or_the_store_is_closed_and_the_server_is_told(string what)
    {
        var (begun, aborted) = (new TaskCompletionSource(), new TaskCompletionSource());
        var events = await StartAsync(async context =>
        {
            begun.SetResult();
            await Task.Delay(Timeout.Infinite, context.RequestAborted).ContinueWith(_ => { }, TaskScheduler.Default);
            aborted.SetResult();
        });
        using var cancel = new CancellationTokenSource();
        await using var subscription = events.SubscribeAsync(DcbQuery.All, cancellationToken: cancel.Token).GetAsyncEnumerator(Limit);
        Task waiting = what == "append" ? AppendAsync(events, cancel.Token).AsTask() : subscription.MoveNextAsync().AsTask();
        await begun.Task.WaitAsync(Limit);
        if (what.EndsWith("closed store", StringComparison.Ordinal))
        {
            await events.DisposeAsync();
            await Should.ThrowAsync<StoreUnavailableException>(() => waiting.WaitAsync(Limit));
        }
        else
        {
            await cancel.CancelAsync();
            await Should.ThrowAsync<OperationCanceledException>(() => waiting.WaitAsync(Limit));
        }

        await aborted.Task.WaitAsync(Limit);
    }

    [Fact]
    public async Task A_closed_store_says_so()
    {
        var events = await StartAsync(context => RefuseAsync(context, 9));
        await events.DisposeAsync();
        await Should.ThrowAsync<StoreUnavailableException>(async () => await AppendAsync(events));
        await Should.ThrowAsync<StoreUnavailableException>(async () => await events.ReadAsync(DcbQuery.All, cancellationToken: Limit));
        await Should.ThrowAsync<StoreUnavailableException>(() => events.DescribeAsync(Limit));
    }

    [Fact]
    public async Task A_read_takes_an_answer_of_more_than_4_MB()
    {
        const int size = 5_000_000;
        var wire = new Event { EventType = "A", Uuid = Guid.CreateVersion7().ToString(), Data = ByteString.CopyFrom(new byte[size]) };
        var events = await StartAsync(context =>
            AnswerAsync(context, new ReadResponse { Head = 1, Events = { new SequencedEvent { Position = 1, Event = wire } } }));
        var read = await events.ReadAsync(DcbQuery.All, cancellationToken: Limit);
        read.Events.ShouldHaveSingleItem().Event.Data.Length.ShouldBe(size);
    }

    private static async Task AnswerAsync(HttpContext context, IMessage message)
    {
        var frame = new byte[message.CalculateSize() + 5];
        BinaryPrimitives.WriteInt32BigEndian(frame.AsSpan(1), frame.Length - 5);
        message.WriteTo(frame.AsSpan(5));
        await Begin(context).Body.WriteAsync(frame);
        context.Response.AppendTrailer("grpc-status", "0");
    }

    private static Task RefuseAsync(HttpContext context, int status)
    {
        var response = Begin(context);
        response.Headers["grpc-status"] = status.ToString(CultureInfo.InvariantCulture);
        response.Headers["grpc-message"] = "no%20%E2%9C%93";
        return Task.CompletedTask;
    }

    private static HttpResponse Begin(HttpContext context)
    {
        context.Response.ContentType = "application/grpc";
        return context.Response;
    }

    // HTTP/2 without TLS.
    private async Task<UmaDbStore> StartAsync(RequestDelegate answer)
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.ConfigureKestrel(o => o.Listen(IPAddress.Loopback, 0, l => l.Protocols = HttpProtocols.Http2));
        _server = builder.Build();
        _server.Run(answer);
        await _server.StartAsync(Limit);
        var server = UmaDbServer.Parse(_server.Urls.Single());
        var channel = GrpcConnection.Open(server.Address);
        return _store = new UmaDbStore(server, channel, new NamespaceMarker(new(channel), server, "calls"), new LogWindow(0));
    }

    private ValueTask<DcbAppendResult> AppendAsync(UmaDbStore events, CancellationToken? cancellationToken = null) =>
        events.AppendAsync([DcbSample.Event("A")], condition: null, cancellationToken ?? Limit);
}
