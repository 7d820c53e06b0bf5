using System.Buffers;

namespace EventSourcingBench.Api.Tests;

/// <summary>What is wrong with lines is in the tests of refused requests.</summary>
public sealed class BulkAppendTests(SharedApi shared) : IClassFixture<SharedApi>
{
    private const string Id = "01930000-0000-7000-8000-000000000001";
    private const string Good = $$$"""{"stream":"s-1","id":"{{{Id}}}","type":"Happened","data":{}}""";

    public static TheoryData<string> Stores => ["memory", "sqlite", "filelog"];

    public static TheoryData<string, string, string> Events => new()
    {
        { "T", "{\"s\":\"AA\",\"t\":1,\"p\":9.5}", "" },
        { "A \"type\" with \\ and é and \u2028", "\"text, \\n, é, 😀\"", "{\"cause\":[1,2,{\"a\":null}]}" },
        { new string('t', 100), "[]", "0" },
        { "T", "-1.5e3", "true" },
    };

    [Theory]
    [MemberData(nameof(Stores))]
    public async Task Many_events_of_many_streams_are_appended_by_one_call_and_read_back(string store)
    {
        var api = await shared.EmptyAsync(store);
        var ids = Enumerable.Range(0, 5_000).Select(_ => Guid.CreateVersion7()).ToList();
        var lines = string.Concat(ids.Select(
            (id, i) => $$$"""{"stream":"s-{{{i % 7}}}","id":"{{{id}}}","type":"Happened","data":{"n":{{{i}}} }}""" + "\n"));

        using (var answer = await PostAsync(api, store, lines))
            (await answer.ShouldBeAsync<AppendedEvents>(HttpStatusCode.Created)).Events.ShouldBe(5_000);

        var first = await api.GetAsync<StreamPage>($"/stores/{store}/streams/s-3?count=500");
        var second = await api.GetAsync<StreamPage>($"/stores/{store}/streams/s-3?from={first.Next}&count=500");
        var stored = first.Events.Concat(second.Events).ToList();
        stored.Select(e => (e.EventId, e.Stream, e.Version))
            .ShouldBe(ids.Where((_, i) => i % 7 == 3).Select((id, i) => (id, "s-3", i + 1L)));
        stored.Select(e => e.ContentHash).Distinct().Count().ShouldBe(stored.Count);
        (first.Next, second.Next).ShouldBe((501, null));
        (await api.GetAsync<StreamPage>($"/stores/{store}/streams/s-3?count={stored.Count}")).Next.ShouldBeNull();
        (await api.GetAsync<StreamPage>($"/stores/{store}/streams/s-9")).Events.ShouldBeEmpty();
        var all = await api.GetAsync<EventsPage>($"/stores/{store}/events");
        all.Events.Select(e => e.EventId).ShouldBe(ids, ignoreOrder: true);
    }

    [Fact]
    public async Task Blank_lines_are_none_and_the_last_needs_no_end()
    {
        var api = await shared.EmptyAsync("memory");
        var other = Good.Replace("01\"", "02\"", StringComparison.Ordinal);
        using var answer = await PostAsync(api, "memory", $"\r\n{Good}\r\n \n{other}", "application/x-ndjson; charset=utf-8");

        (await answer.ShouldBeAsync<AppendedEvents>(HttpStatusCode.Created)).Events.ShouldBe(2);
    }

    [Fact]
    public async Task Bytes_that_are_no_UTF_8_are_refused()
    {
        var body = Encoding.Latin1.GetBytes(Good.Replace("{}", "\"\u00e9\"", StringComparison.Ordinal));
        using var content = new ByteArrayContent(body) { Headers = { ContentType = new MediaTypeHeaderValue(BulkLines.MediaType) } };

        var problem = await shared.Api.PostAsync("/stores/memory/events", content).ShouldBeInvalidAsync();

        problem.Errors.ShouldNotBeNull().Keys.ShouldBe(["line 1, data"]);
    }

    [Fact]
    public async Task A_line_that_is_too_long_is_refused_and_the_connection_goes_on()
    {
        var api = await shared.EmptyAsync("memory");
        var body = $"{Good}\n{Good.Replace("{}", $"\"{new string('x', BulkLines.MostLineBytes)}\"", StringComparison.Ordinal)}\n{Good}";

        (await PostAsync(api, "memory", body).ShouldBeProblemAsync(HttpStatusCode.RequestEntityTooLarge, "too-large"))
            .Detail.ShouldBe("Line 2 is longer than 256 KB.");
        (await PostAsync(api, "memory", Good)).StatusCode.ShouldBe(HttpStatusCode.Created);
    }

    [Fact]
    public async Task A_body_that_says_that_it_is_too_long_is_not_read()
    {
        using var request = new HttpRequestMessage(HttpMethod.Post, "/stores/memory/events")
        {
            Content = new ByteArrayContent([])
            { Headers = { ContentType = new(BulkLines.MediaType), ContentLength = BulkLines.MostBytes + 1 } },
            Headers = { ExpectContinue = true },
        };

        // The server does not ask for the body, which would be too short.
        (await shared.Api.Client.SendAsync(request).ShouldBeProblemAsync(HttpStatusCode.RequestEntityTooLarge, "too-large"))
            .Detail.ShouldBe("A body may have at most 256 MB.");
    }

    [Fact]
    public async Task Another_content_type_is_refused_with_the_right_one() =>
        (await PostAsync(shared.Api, "memory", Good, "application/json")
            .ShouldBeProblemAsync(HttpStatusCode.UnsupportedMediaType, "unsupported-media-type"))
            .Detail.ShouldBe("Send application/x-ndjson, not application/json.");

    [Fact]
    public async Task It_answers_when_the_store_has_and_not_before()
    {
        var flushed = new TaskCompletionSource<Exception>(TaskCreationOptions.RunContinuationsAsynchronously);
        await using var api = await TestApi.StartAsync(new BrokenStore(_ => flushed.Task));

        var sending = PostAsync(api, "broken", Good);
        await Task.Delay(200, Cancel);
        sending.IsCompleted.ShouldBeFalse();
        flushed.SetResult(new StoreUnavailableException("the disk is full"));

        (await sending.ShouldBeUnavailableAsync()).Detail.ShouldBe("the disk is full");
    }

    [Theory]
    [MemberData(nameof(Events))]
    public void An_event_written_as_a_line_is_read_as_it_was_however_the_line_lies_in_memory(string type, string data, string metadata)
    {
        var (dataBytes, metadataBytes) = (Encoding.UTF8.GetBytes(data), Encoding.UTF8.GetBytes(metadata));
        var appended = new EventData(Guid.CreateVersion7(), type, dataBytes) { Metadata = metadataBytes };
        var bulk = new BulkEvent(new StreamId("a.b:c_d-1"), appended);
        var line = Line(bulk);
        line[^1].ShouldBe((byte)'\n');

        foreach (var pieces in new[] { 1, 2, 3, line.Length })
        {
            var reader = new BulkLineReader();
            reader.Take(InPieces(line.AsMemory(0, line.Length - 1), pieces));
            var read = reader.Events.ShouldHaveSingleItem();
            (read.Stream, read.Event.Id, read.Event.Type).ShouldBe((bulk.Stream, bulk.Event.Id, type));
            Encoding.UTF8.GetString(read.Event.Data.Span).ShouldBe(data);
            Encoding.UTF8.GetString(read.Event.Metadata.Span).ShouldBe(metadata);
        }
    }

    [Fact]
    public void Line_breaks_between_tokens_become_blanks()
    {
        var bulk = new BulkEvent(new StreamId("s"), new EventData(Guid.CreateVersion7(), "T", "{\r\n  \"a\": 1\n}"u8.ToArray()));
        var line = Line(bulk);

        line.AsSpan(0, line.Length - 1).IndexOfAny((byte)'\n', (byte)'\r').ShouldBe(-1);
        Encoding.UTF8.GetString(line).ShouldContain("{    \"a\": 1 }");
    }

    private static Task<HttpResponseMessage> PostAsync(TestApi api, string store, string body, string type = BulkLines.MediaType) =>
        api.PostTextAsync($"/stores/{store}/events", body, type);

    private static byte[] Line(BulkEvent bulk)
    {
        var output = new ArrayBufferWriter<byte>();
        BulkLines.Write(output, bulk);
        return output.WrittenSpan.ToArray();
    }

    private static ReadOnlySequence<byte> InPieces(ReadOnlyMemory<byte> bytes, int pieces)
    {
        Piece? first = null, last = null;
        foreach (var chunk in Enumerable.Range(0, bytes.Length).Chunk((bytes.Length + pieces - 1) / pieces))
        {
            last = new Piece(bytes.Slice(chunk[0], chunk.Length), last);
            first ??= last;
        }

        return new ReadOnlySequence<byte>(first!, 0, last!, last!.Memory.Length);
    }

    private sealed class Piece : ReadOnlySequenceSegment<byte>
    {
        public Piece(ReadOnlyMemory<byte> memory, Piece? before)
        {
            Memory = memory;
            if (before is not null)
            {
                RunningIndex = before.RunningIndex + before.Memory.Length;
                before.Next = this;
            }
        }
    }
}
