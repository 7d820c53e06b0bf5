using System.Net.Http.Headers;

namespace EventSourcingBench.Api.Json;

/// <summary>Reads the events of a bulk append line by line as they arrive.</summary>
internal static class BulkBody
{
    /// <exception cref="ProblemException">It is no lines of JSON (415), too long (413), or has a line that is no event (400).</exception>
    public static async ValueTask<IReadOnlyList<BulkEvent>> ReadAsync(HttpRequest request)
    {
        if (!MediaTypeHeaderValue.TryParse(request.ContentType, out var type)
            || !string.Equals(type.MediaType, BulkLines.MediaType, StringComparison.OrdinalIgnoreCase))
        {
            throw Problem.UnsupportedMediaType(request.ContentType, BulkLines.MediaType);
        }

        RequestLimits.Check(request, BulkLines.MostBytes);
        request.HttpContext.Features.GetRequiredFeature<IHttpMaxRequestBodySizeFeature>().MaxRequestBodySize = BulkLines.MostBytes;
        var lines = new BulkLineReader();
        var reader = request.BodyReader;
        while (true)
        {
            // The reader ends when the client disconnects.
            var read = await reader.ReadAsync(CancellationToken.None);
            // After a refusal too: the server reuses the connection only after a complete read.
            var consumed = read.Buffer.End;
            try
            {
                consumed = TakeLines(read.Buffer, read.IsCompleted, lines);
            }
            finally
            {
                reader.AdvanceTo(consumed, read.Buffer.End);
            }

            if (read.IsCompleted)
            {
                return lines.Events.Count > 0
                    ? lines.Events : throw Problem.Invalid("body", "must have an event at least: a JSON object on a separate line.");
            }
        }
    }

    // The start of what is no whole line yet.
    private static SequencePosition TakeLines(ReadOnlySequence<byte> buffer, bool isLast, BulkLineReader lines)
    {
        for (; buffer.PositionOf((byte)'\n') is { } end; buffer = buffer.Slice(buffer.GetPosition(1, end)))
            Take(buffer.Slice(0, end), lines);

        if (isLast)
            Take(buffer, lines);
        else
            CheckLength(buffer, lines);

        return isLast ? buffer.End : buffer.Start;
    }

    private static void Take(ReadOnlySequence<byte> line, BulkLineReader lines)
    {
        CheckLength(line, lines);
        lines.Take(line);
        if (lines.Events.Count > BulkLines.MostEvents)
            throw Problem.TooLarge(FormattableString.Invariant($"A call may have at most {BulkLines.MostEvents:N0} events."));
    }

    private static void CheckLength(ReadOnlySequence<byte> line, BulkLineReader lines)
    {
        if (line.Length > BulkLines.MostLineBytes)
            throw Problem.TooLarge($"Line {lines.Line + 1} is longer than {BulkLines.MostLineBytes >> 10} KB.");
    }
}
