using System.Buffers;

namespace EventSourcingBench.Api.Tests;

/// <summary>What is written as a line is read as the same event, however the line lies in memory.</summary>
public sealed class BulkLinesTests
{
    public static TheoryData<string, string, string> Events => new()
    {
        { "T", "{\"s\":\"AA\",\"t\":1,\"p\":9.5}", "" },
        { "A \"type\" with \\ and é and \u2028", "\"text, \\n, é, 😀\"", "{\"cause\":[1,2,{\"a\":null}]}" },
        { new string('t', 100), "[]", "0" },
        { "T", "-1.5e3", "true" },
    };

    [Theory]
    [MemberData(nameof(Events))]
    public void An_event_comes_back_as_it_was(string type, string data, string metadata)
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
