using System.Buffers;

namespace EventSourcingBench.Stores.FileLog.Writing;

/// <summary>Assigns versions and addresses to a payload, and writes the head of its frame.</summary>
internal static class FrameWriter
{
    /// <summary>Appends the frame's head to the batch, with definitions of streams besides those of the payload, which may be
    /// empty.</summary>
    /// <returns>Bytes of the frame.</returns>
    public static int Write(ArrayBufferWriter<byte> batch, Payload payload, FramePlace place, IReadOnlyList<StreamState>? defined = null)
    {
        var streams = payload.Streams;
        var most = FrameHeader.Size + (streams.Length * StreamEntry.MostBytes) + (defined?.Sum(s => Definition.MostBytes(s.Text)) ?? 0);
        foreach (ref var stream in streams)
            most += stream.State.DefinedIn == place.Segment ? 0 : Definition.MostBytes(stream.State.Text);

        foreach (var type in payload.Types)
            most += type.DefinedIn == place.Segment ? 0 : Definition.MostBytes(type.Text);

        var head = batch.GetSpan(most);
        var (at, definitions) = (FrameHeader.Size, 0);
        foreach (ref var stream in streams)
            definitions += Define(head, ref at, stream.State, place.Segment);

        foreach (var type in payload.Types)
            definitions += Define(head, ref at, type, place.Segment);

        foreach (var stream in defined ?? [])
            definitions += Define(head, ref at, stream, place.Segment);

        var table = at;
        foreach (ref var stream in streams)
        {
            var state = stream.State;
            stream.Entry = place.Address + at;
            stream.FirstVersion = state.WrittenVersion + 1;
            at += new StreamEntry(
                state.Number,
                stream.FirstVersion,
                stream.Count,
                stream.First,
                at,
                state.WrittenEntry == 0 ? 0 : stream.Entry - state.WrittenEntry).Write(head[at..]);
            state.WrittenVersion += stream.Count;
            state.WrittenEntry = stream.Entry;
        }

        var header = new FrameHeader(
            FrameHeader.Magic,
            HeadCrc: 0,
            payload.Crc,
            at + payload.Bytes.Length,
            HeadLength: at,
            payload.Events,
            place.FirstEvent,
            place.RecordedAtTicks,
            payload.IsSingle ? -streams.Length : streams.Length,
            place.FlushedTo,
            definitions,
            table,
            payload.LastEvent);
        header.Write(head, place.Address);
        batch.Advance(at);
        return header.Length;
    }

    /// <summary>Defines a name unless the segment has it. Returns the number of definitions written, 0 or 1.</summary>
    private static int Define(Span<byte> head, ref int at, LogName name, long segment)
    {
        if (name.DefinedIn == segment)
            return 0;

        name.DefinedIn = segment;
        at += new Definition(name is StreamState, name.Number, name.WrittenVersion, name.Text).Write(head[at..]);
        return 1;
    }
}

/// <summary>The address and time of a frame, the base of its segment, and what was before it.</summary>
internal readonly record struct FramePlace(long Address, long Segment, long FirstEvent, long FlushedTo, long RecordedAtTicks);
