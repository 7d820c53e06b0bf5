namespace EventSourcingBench.LoadTests.Engine.Tests;

public sealed class HttpLoadClientTests : IDisposable
{
    private readonly HttpLoadClient _client = new(1);

    public void Dispose() => _client.Dispose();

    [Fact]
    public async Task An_append_is_sent_with_its_headers_and_the_version_is_read()
    {
        await using var server = new ScriptedServer(_ => Answer("201 Created", """{"version":42}""", "ETag: \"42\"\r\n"));
        var id = Guid.NewGuid();
        var reply = await SendAsync(new HttpLoadRequest(HttpMethod.Post, new Uri(server.Start(), "stores/x/currencies/EURUSD/bars"))
        {
            Body = Encoding.UTF8.GetBytes("""{"open":1}"""),
            IdempotencyKey = id,
            Expected = ExpectedVersion.Exactly(41),
        });

        (reply.Outcome, reply.Version, reply.Error).ShouldBe((Outcome.Success, 42, null));
        Encoding.UTF8.GetString(reply.Body.Span).ShouldBe("""{"version":42}""");
        var request = server.Requests.ShouldHaveSingleItem();
        request.ShouldStartWith("POST /stores/x/currencies/EURUSD/bars HTTP/1.1\r\n");
        request.ShouldContain($"Idempotency-Key: {id}\r\n");
        request.ShouldContain("If-Match: \"41\"\r\n");
        request.ShouldContain("Content-Type: application/json\r\n");
        request.ShouldEndWith("\r\n\r\n{\"open\":1}");
        request.ShouldNotContain("traceparent", Case.Insensitive);
    }

    // Each of the nodes dies after 600 ms, and the request has a second: the second attempt ends it.
    [Fact]
    public async Task Attempts_on_several_nodes_share_the_time_of_a_request()
    {
        await using ScriptedServer one = Dying(), two = Dying(), three = Dying();
        ApiEndpoint endpoint = new("memory", [one.Start(), two.Start(), three.Start()], Routing.Client, EventsOfJoining: 2);
        using var target = new ApiLoadTarget(() => endpoint, copies: 1);
        var command = new ShowCommand(Guid.NewGuid(), ShowCommandKind.Reserve, 1);

        var reply = await target.SendAsync(
            0, new ShowOperation(new CommandHandling(ReservationStrategies.Own[0], 5), "s1", command), TimeSpan.FromSeconds(1));

        (reply.Outcome, reply.Resent < 2).ShouldBe((Outcome.Timeout, true));

        static ScriptedServer Dying() => new(_ =>
        {
            Thread.Sleep(600);
            return null;
        });
    }

    [Fact]
    public async Task No_stream_and_any_version_have_their_headers()
    {
        await using var server = new ScriptedServer(_ => Answer("204 No Content"));
        var request = new HttpLoadRequest(HttpMethod.Post, server.Start());
        await SendAsync(request with { Expected = ExpectedVersion.NoStream });
        var reply = await SendAsync(request with { Expected = ExpectedVersion.Any });
        reply.Version.ShouldBe(0);
        var sent = server.Requests.ToArray();
        sent[0].ShouldContain("If-None-Match: *\r\n");
        sent[1].ShouldNotContain("Match", Case.Insensitive);
        server.Connections.ShouldBe(1);
    }

    [Theory]
    [InlineData("200 OK", Outcome.Success)]
    [InlineData("409 Conflict", Outcome.Conflict)]
    [InlineData("412 Precondition Failed", Outcome.Conflict)]
    [InlineData("400 Bad Request", Outcome.Error)]
    [InlineData("302 Found", Outcome.Error)]
    [InlineData("503 Service Unavailable", Outcome.Error)]
    [InlineData("500 Internal Server Error", Outcome.Timeout)]
    [InlineData("504 Gateway Timeout", Outcome.Timeout)]
    public async Task The_status_says_the_outcome(string status, Outcome outcome)
    {
        await using var server = new ScriptedServer(_ => Answer(status, """{"title":"t","detail":"the store is away"}"""));
        var reply = await SendAsync(new HttpLoadRequest(HttpMethod.Get, server.Start()));
        var error = outcome is Outcome.Success or Outcome.Conflict ? null : $"HTTP {status[..3]}: the store is away";
        (reply.Outcome, reply.Error).ShouldBe((outcome, error));
    }

    [Fact]
    public async Task Without_a_connection_nothing_happened()
    {
        var server = new ScriptedServer(_ => null);
        var address = server.Start();
        await server.DisposeAsync();
        var reply = await SendAsync(new HttpLoadRequest(HttpMethod.Post, address));
        reply.Outcome.ShouldBe(Outcome.Error);
        reply.Error.ShouldNotBeNull().ShouldStartWith("no connection: ");
    }

    // The platform's client throws it as it is, where a server goes away while the connection is made.
    [Fact]
    public void An_error_of_the_socket_is_one_of_the_network_and_nothing_was_sent()
    {
        var gone = new SocketException((int)SocketError.NotConnected);
        HttpOutcomes.IsOfNetwork(gone).ShouldBeTrue();
        HttpOutcomes.OfException(gone).ShouldBe(Outcome.Error);
        HttpOutcomes.IsOfNetwork(new InvalidOperationException()).ShouldBeFalse();
    }

    [Theory]
    [InlineData("POST", null)]
    [InlineData("DELETE", null)]
    [InlineData("POST", "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf")]
    public async Task A_broken_connection_is_an_unknown_outcome(string method, string? before)
    {
        await using var server = new ScriptedServer(_ => before);

        // The half answer is followed by nothing: there the timeout speaks.
        var body = method == "POST" ? "{}"u8.ToArray() : [];
        var reply = await SendAsync(new HttpLoadRequest(new HttpMethod(method), server.Start()) { Body = body }, timeout: 1);
        reply.Outcome.ShouldBe(Outcome.Timeout);
        reply.Error.ShouldNotBeNull();
        server.Requests.Count.ShouldBe(1);
    }

    [Fact]
    public async Task No_answer_in_time_is_an_unknown_outcome_and_the_worker_goes_on()
    {
        await using var server = new ScriptedServer(r => r.StartsWith("POST", StringComparison.Ordinal) ? "" : Answer("200 OK"));
        var address = server.Start();
        var late = await SendAsync(new HttpLoadRequest(HttpMethod.Post, address), timeout: 0.2);
        var next = await SendAsync(new HttpLoadRequest(HttpMethod.Get, address));
        (late.Outcome, late.Error).ShouldBe((Outcome.Timeout, "no answer within 0.2 s"));
        next.Outcome.ShouldBe(Outcome.Success);
    }

    [Fact]
    public async Task A_long_answer_is_read_to_its_end()
    {
        var body = new string('x', 100_000);
        await using var server = new ScriptedServer(_ => Answer("200 OK", body));
        var reply = await SendAsync(new HttpLoadRequest(HttpMethod.Get, server.Start()));
        Encoding.UTF8.GetString(reply.Body.Span).ShouldBe(body);
    }

    private ValueTask<HttpLoadReply> SendAsync(HttpLoadRequest request, double timeout = 20) =>
        _client.SendAsync(0, request, TimeSpan.FromSeconds(timeout));

    private static string Answer(string status, string body = "", string headers = "") => body.Length == 0 && status[..3] == "204"
        ? $"HTTP/1.1 {status}\r\n{headers}\r\n"
        : $"HTTP/1.1 {status}\r\n{headers}Content-Length: {body.Length}\r\n\r\n{body}";
}
