namespace EventSourcingBench.Api.Contracts;

/// <summary>The format of bulk appends: a JSON object per line, with <c>stream</c>, <c>id</c>, <c>type</c>, <c>data</c> and optionally
/// <c>metadata</c>. Neither side buffers the whole body.</summary>
public static class BulkLines
{
    public const string MediaType = "application/x-ndjson";

    public const int MostEvents = 1_000_000;

    public const long MostBytes = 256L << 20;

    public const int MostLineBytes = 256 << 10;

    private const int GuidLength = 36;

    public static void Write(IBufferWriter<byte> output, BulkEvent bulk)
    {
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

    // Line breaks occur only between JSON tokens and can be replaced by blanks.
    private static void WriteOnOneLine(IBufferWriter<byte> output, ReadOnlySpan<byte> json)
    {
        var span = output.GetSpan(json.Length)[..json.Length];
        json.ReplaceAny(span, LineBreaks, (byte)' ');
        output.Advance(json.Length);
    }

    private static readonly SearchValues<byte> LineBreaks = SearchValues.Create("\n\r"u8);
}
