using System.Diagnostics;
using System.Net;
using System.Net.Sockets;
using EventSourcingBench.Stores.UmaDb.Wire;
using Google.Protobuf;
using Microsoft.AspNetCore.Connections.Features;
using Microsoft.AspNetCore.Http;

namespace EventSourcingBench.Stores.UmaDb.Tests;

/// <summary>The call layer against a server that does what the test says.</summary>
public sealed class GrpcCallTests : IAsyncDisposable
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(60);
    private readonly CancellationTokenSource _limit = new(Patience);
    private GrpcTestServer? _server;
    private GrpcChannel? _channel;

    private CancellationToken Limit => _limit.Token;

    public async ValueTask DisposeAsync()
    {
        _channel?.Dispose();
        if (_server is not null)
        {
            await _server.DisposeAsync();
        }

        _limit.Dispose();
    }

    [Fact]
    public async Task A_request_is_what_the_protocol_asks_for()
    {
        string? seen = null;
        byte[] body = [];
        await StartAsync(async context =>
        {
            var request = context.Request;
            seen = $"{request.Method} {request.Path} {request.Protocol} {request.ContentType} te={request.Headers.TE} timeout={request.Headers["grpc-timeout"]}";
            using var copy = new MemoryStream();
            await request.Body.CopyToAsync(copy, Limit);
            body = copy.ToArray();
            await AnswerAsync(context, new AppendResponse { Position = 7 });
        });
        var message = new AppendRequest { Events = { new Event { EventType = "A" } } };
        (await UnaryAsync(message)).Get().Position.ShouldBe(7UL);
        seen.ShouldBe("POST /test.Service/Append HTTP/2 application/grpc te=trailers timeout=");
        body.ShouldBe(GrpcTestServer.Frame(message));

        await UnaryAsync(message, TimeSpan.FromSeconds(5));
        seen.ShouldEndWith("timeout=5000000u");
    }

    [Theory]
    [InlineData(0.0000005, "1u")]
    [InlineData(0.25, "250000u")]
    [InlineData(1000, "1000000m")]
    [InlineData(200_000, "200000S")]
    [InlineData(900_000_000_000, "99999999H")]
    public void A_deadline_is_written_in_eight_digits_at_most(double seconds, string text) =>
        GrpcTimeout.Format(TimeSpan.FromTicks((long)(seconds * TimeSpan.TicksPerSecond))).ShouldBe(text);

    [Theory]
    [InlineData(9, (int)GrpcStatusCode.FailedPrecondition)]
    [InlineData(16, (int)GrpcStatusCode.Unauthenticated)]
    [InlineData(77, (int)GrpcStatusCode.Unknown)]
    public async Task A_status_without_a_message_is_read_from_the_headers(int code, int expected)
    {
        await StartAsync(context =>
        {
            var response = GrpcTestServer.Begin(context);
            response.Headers["grpc-status"] = code.ToString(System.Globalization.CultureInfo.InvariantCulture);
            response.Headers["grpc-message"] = "no%20%E2%9C%93";
            return Task.CompletedTask;
        });
        var reply = await UnaryAsync(new AppendRequest());
        reply.Message.ShouldBeNull();
        reply.Status.Code.ShouldBe((GrpcStatusCode)expected);
        reply.Status.Message.ShouldEndWith("no ✓");
        Should.Throw<GrpcException>(() => reply.Get()).MayHaveArrived.ShouldBeTrue();
    }

    [Fact]
    public async Task A_status_in_the_trailers_overrules_the_message()
    {
        await StartAsync(async context =>
        {
            await GrpcTestServer.Begin(context).Body.WriteAsync(GrpcTestServer.Frame(new AppendResponse { Position = 1 }), Limit);
            context.Response.AppendTrailer("grpc-status", "13");
            context.Response.AppendTrailer("grpc-message", "broken");
        });
        var reply = await UnaryAsync(new AppendRequest());
        reply.Message.ShouldBeNull();
        reply.Status.ShouldBe(new GrpcStatus(GrpcStatusCode.Internal, "broken"));
    }

    [Theory]
    [InlineData(503, (int)GrpcStatusCode.Unavailable)]
    [InlineData(404, (int)GrpcStatusCode.Unimplemented)]
    [InlineData(403, (int)GrpcStatusCode.PermissionDenied)]
    [InlineData(418, (int)GrpcStatusCode.Unknown)]
    public async Task A_status_of_http_stands_for_one_of_grpc(int http, int expected)
    {
        await StartAsync(context =>
        {
            context.Response.StatusCode = http;
            return Task.CompletedTask;
        });
        (await UnaryAsync(new AppendRequest())).Status.Code.ShouldBe((GrpcStatusCode)expected);
    }

    [Fact]
    public async Task An_answer_without_a_status_is_no_success()
    {
        await StartAsync(async context =>
            await GrpcTestServer.Begin(context).Body.WriteAsync(GrpcTestServer.Frame(new AppendResponse()), Limit));
        (await UnaryAsync(new AppendRequest())).Status.Code.ShouldBe(GrpcStatusCode.Internal);
    }

    [Theory]
    [InlineData(new byte[] { 1, 0, 0, 0, 1, 8 }, "compressed")]
    [InlineData(new byte[] { 0, 0, 0, 0, 9, 8, 1 }, "inside of a message")]
    [InlineData(new byte[] { 0, 0, 0, 0, 2, 255, 255 }, "could not be read")]
    [InlineData(new byte[] { 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 }, "more than one")]
    [InlineData(new byte[0], "without a message")]
    public async Task An_answer_against_the_protocol_is_an_error(byte[] body, string words)
    {
        await StartAsync(async context =>
        {
            await GrpcTestServer.Begin(context).Body.WriteAsync(body, Limit);
            context.Response.AppendTrailer("grpc-status", "0");
        });
        var thrown = await Should.ThrowAsync<GrpcException>(async () => await UnaryAsync(new AppendRequest()));
        thrown.Message.ShouldContain(words);
        thrown.MayHaveArrived.ShouldBeTrue();
    }

    [Fact]
    public async Task Messages_come_whole_however_they_are_cut()
    {
        var messages = Enumerable.Range(0, 40).Select(i => new ReadResponse { Head = (ulong)i, Events = { Large(i * i * 37) } }).ToList();
        await StartAsync(async context =>
        {
            var response = GrpcTestServer.Begin(context);
            var all = messages.SelectMany(m => GrpcTestServer.Frame(m)).ToArray();
            for (var (at, step) = (0, 1); at < all.Length; at += step, step = (step * 3) % 5003)
            {
                step = Math.Min(step, all.Length - at);
                await response.Body.WriteAsync(all.AsMemory(at, step), Limit);
                await response.Body.FlushAsync(Limit);
            }

            response.AppendTrailer("grpc-status", "0");
        });
        using var call = await StreamAsync();
        foreach (var expected in messages)
        {
            (await call.MoveNextAsync()).ShouldBeTrue();
            call.Current.ShouldBe(expected);
        }

        (await call.MoveNextAsync()).ShouldBeFalse();
        call.Status.IsOk.ShouldBeTrue();
    }

    [Fact]
    public async Task Large_messages_go_both_ways()
    {
        const int size = 3_000_000;
        await StartAsync(async context =>
        {
            using var copy = new MemoryStream();
            await context.Request.Body.CopyToAsync(copy, Limit);
            await AnswerAsync(context, new AppendResponse { Position = (ulong)copy.Length });
        });
        (await UnaryAsync(new AppendRequest { Events = { Large(size).Event } })).Get().Position.ShouldBeGreaterThan((ulong)size);
    }

    [Fact]
    public async Task A_deadline_ends_a_call_that_gets_no_answer_and_tells_the_server()
    {
        var aborted = new TaskCompletionSource();
        var calls = 0;
        await StartAsync(context => Interlocked.Increment(ref calls) == 1 ? AnswerAsync(context, new AppendResponse()) : HangAsync(context, aborted));

        // The connection stands: what is left of the time is the server's.
        await UnaryAsync(new AppendRequest());
        var thrown = await Should.ThrowAsync<GrpcException>(async () => await UnaryAsync(new AppendRequest(), TimeSpan.FromMilliseconds(500)));
        thrown.Status.Code.ShouldBe(GrpcStatusCode.DeadlineExceeded);
        thrown.MayHaveArrived.ShouldBeTrue();
        await aborted.Task.WaitAsync(Limit);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Cancelling_ends_a_call_and_tells_the_server(bool afterHeaders)
    {
        var aborted = new TaskCompletionSource();
        var begun = new TaskCompletionSource();
        await StartAsync(async context =>
        {
            if (afterHeaders)
            {
                await GrpcTestServer.Begin(context).Body.FlushAsync(Limit);
            }

            begun.SetResult();
            await HangAsync(context, aborted);
        });
        using var cancel = new CancellationTokenSource();
        var calling = UnaryAsync(new AppendRequest(), cancellationToken: cancel.Token).AsTask();
        await begun.Task.WaitAsync(Limit);
        await cancel.CancelAsync();
        await Should.ThrowAsync<OperationCanceledException>(() => calling.WaitAsync(Limit));
        await aborted.Task.WaitAsync(Limit);
    }

    [Fact]
    public async Task Disposing_of_a_stream_cancels_what_is_still_to_come()
    {
        var aborted = new TaskCompletionSource();
        await StartAsync(async context =>
        {
            await GrpcTestServer.Begin(context).Body.WriteAsync(GrpcTestServer.Frame(new ReadResponse { Head = 1 }), Limit);
            await context.Response.Body.FlushAsync(Limit);
            await HangAsync(context, aborted);
        });
        using (var call = await StreamAsync())
        {
            (await call.MoveNextAsync()).ShouldBeTrue();
        }

        await aborted.Task.WaitAsync(Limit);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_connection_that_breaks_leaves_the_outcome_open(bool afterHeaders)
    {
        await StartAsync(async context =>
        {
            if (afterHeaders)
            {
                await GrpcTestServer.Begin(context).Body.WriteAsync(new byte[] { 0, 0 }, Limit);
                await context.Response.Body.FlushAsync(Limit);
            }

            context.Features.Get<IConnectionLifetimeFeature>()!.Abort();
        });
        var thrown = await Should.ThrowAsync<GrpcException>(async () => await UnaryAsync(new AppendRequest()));
        thrown.Status.Code.ShouldBe(GrpcStatusCode.Unavailable);
        thrown.MayHaveArrived.ShouldBeTrue();
    }

    [Fact]
    public async Task The_next_call_after_a_broken_connection_makes_another()
    {
        var calls = 0;
        await StartAsync(async context =>
        {
            if (Interlocked.Increment(ref calls) == 1)
            {
                context.Features.Get<IConnectionLifetimeFeature>()!.Abort();
                return;
            }

            await AnswerAsync(context, new AppendResponse { Position = 2 });
        });
        await Should.ThrowAsync<GrpcException>(async () => await UnaryAsync(new AppendRequest()));
        (await UnaryAsync(new AppendRequest())).Get().Position.ShouldBe(2UL);
    }

    [Fact]
    public async Task Where_nobody_listens_the_request_has_not_arrived()
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        var port = ((IPEndPoint)listener.LocalEndpoint).Port;
        listener.Stop();
        _channel = new GrpcChannel(new Uri($"http://127.0.0.1:{port}"), TimeProvider.System);
        var thrown = await Should.ThrowAsync<GrpcException>(async () => await UnaryAsync(new AppendRequest()));
        thrown.Status.Code.ShouldBe(GrpcStatusCode.Unavailable);
        thrown.MayHaveArrived.ShouldBeFalse();
    }

    [Fact]
    public async Task A_listener_that_says_nothing_is_given_up_at_the_deadline()
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        _channel = new GrpcChannel(new Uri($"http://127.0.0.1:{((IPEndPoint)listener.LocalEndpoint).Port}"), TimeProvider.System);
        var started = Stopwatch.GetTimestamp();
        var thrown = await Should.ThrowAsync<GrpcException>(async () => await UnaryAsync(new AppendRequest(), TimeSpan.FromMilliseconds(300)));
        thrown.Status.Code.ShouldBe(GrpcStatusCode.DeadlineExceeded);
        Stopwatch.GetElapsedTime(started).ShouldBeLessThan(Patience);
    }

    [Fact]
    public async Task Many_calls_at_once_share_one_connection()
    {
        var connections = new System.Collections.Concurrent.ConcurrentDictionary<string, bool>();
        await StartAsync(async context =>
        {
            connections[context.Connection.Id] = true;
            await Task.Yield();
            await AnswerAsync(context, new AppendResponse { Position = 1 });
        });
        await UnaryAsync(new AppendRequest());
        await Task.WhenAll(Enumerable.Range(0, 300).Select(_ => UnaryAsync(new AppendRequest()).AsTask()));
        connections.Count.ShouldBe(1);
    }

    private static SequencedEvent Large(int size) => new() { Position = 1, Event = new Event { Data = ByteString.CopyFrom(new byte[size]) } };

    private static async Task AnswerAsync(HttpContext context, IMessage message)
    {
        await GrpcTestServer.Begin(context).Body.WriteAsync(GrpcTestServer.Frame(message));
        context.Response.AppendTrailer("grpc-status", "0");
    }

    private static async Task HangAsync(HttpContext context, TaskCompletionSource aborted)
    {
        await Task.Delay(Timeout.Infinite, context.RequestAborted).ContinueWith(_ => { }, TaskScheduler.Default);
        aborted.SetResult();
    }

    private async Task StartAsync(Func<HttpContext, Task> answer)
    {
        _server = await GrpcTestServer.StartAsync(answer);
        _channel = new GrpcChannel(_server.Address, TimeProvider.System);
    }

    private ValueTask<GrpcReply<AppendResponse>> UnaryAsync(AppendRequest request, TimeSpan? deadline = null, CancellationToken? cancellationToken = null) =>
        _channel!.UnaryAsync(
            _channel.Method<AppendRequest, AppendResponse>("test.Service", "Append", AppendResponse.Parser), request, deadline, cancellationToken ?? Limit);

    private ValueTask<GrpcCall<ReadResponse>> StreamAsync() => _channel!.ServerStreamingAsync(
        _channel.Method<ReadRequest, ReadResponse>("test.Service", "Read", ReadResponse.Parser), new ReadRequest(), deadline: null, Limit);
}
