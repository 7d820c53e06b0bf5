using System.Buffers;
using System.Text;
using System.Text.Json;
using EventSourcingBench.Abstractions;

namespace EventSourcingBench.Api;

/// <summary>
/// How the events of a bulk append are written: a JSON object on each line, with <c>stream</c>, <c>id</c>, <c>type</c>, <c>data</c>
/// and, where there is any, <c>metadata</c>. Neither side ever holds the whole body.
/// </summary>
public static class BulkLines
{
    /// <summary>The content type of the body.</summary>
    public const string MediaType = "application/x-ndjson";

    /// <summary>Events of one call are no more than this.</summary>
    public const int MostEvents = 1_000_000;

    /// <summary>A body is no longer than this.</summary>
    public const long MostBytes = 256L << 20;

    /// <summary>A line is no longer than this, so that a large event finds no way around the batch.</summary>
    public const int MostLineBytes = 256 << 10;

    private const int GuidLength = 36;

    /// <summary>Writes one event as a line.</summary>
    /// <param name="output">Where to.</param>
    /// <param name="bulk">The event.</param>
    public static void Write(IBufferWriter<byte> output, BulkEvent bulk)
    {
        ArgumentNullException.ThrowIfNull(output);
        var data = bulk.Event;

        // The characters of stream names need no escapes.
        output.Write("{\"stream\":\""u8);
        Encoding.UTF8.GetBytes(bulk.Stream.Value, output);
        output.Write("\",\"id\":\""u8);
        data.Id.TryFormat(output.GetSpan(GuidLength), out var written);
        output.Advance(written);
        output.Write("\",\"type\":\""u8);
        Encoding.UTF8.GetBytes(JsonEncodedText.Encode(data.Type).Value, output);
        output.Write("\",\"data\":"u8);
        WriteOnOneLine(output, data.Data.Span);
        if (!data.Metadata.IsEmpty)
        {
            output.Write(",\"metadata\":"u8);
            WriteOnOneLine(output, data.Metadata.Span);
        }

        output.Write("}\n"u8);
    }

    // JSON has line breaks between its tokens only: blanks mean the same there.
    private static void WriteOnOneLine(IBufferWriter<byte> output, ReadOnlySpan<byte> json)
    {
        var span = output.GetSpan(json.Length)[..json.Length];
        json.CopyTo(span);
        span.ReplaceAny(LineBreaks, (byte)' ');
        output.Advance(json.Length);
    }

    private static readonly SearchValues<byte> LineBreaks = SearchValues.Create("\n\r"u8);
}
