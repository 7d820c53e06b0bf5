namespace EventSourcingBench.Stores.FileLog.Writing;

/// <summary>Assigns versions and addresses to a payload, and writes the head of its frame.</summary>
internal static class FrameWriter
{
    /// <summary>Appends the frame to the batch.</summary>
    /// <returns>Bytes of the frame.</returns>
    public static int Write(Batch batch, Payload payload, FramePlace place)
    {
        var streams = payload.Streams;
        var most = FrameHeader.Size + (streams.Length * StreamEntry.MostBytes);
        foreach (ref var stream in streams)
        {
            most += stream.State.DefinedIn == place.Segment ? 0 : Definition.MostBytes(stream.State.Id.Value);
        }

        foreach (var type in payload.Types)
        {
            most += type.DefinedIn == place.Segment ? 0 : Definition.MostBytes(type.Name);
        }

        var head = batch.Reserve(most);
        var at = FrameHeader.Size;
        var definitions = Define(head, ref at, payload, place.Segment);
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

        var header = new FrameHeader
        {
            Length = at + payload.Bytes.Length,
            PayloadCrc = payload.Crc,
            HeadLength = at,
            Events = payload.Events,
            FirstEvent = place.FirstEvent,
            RecordedAtTicks = place.RecordedAtTicks,
            Streams = streams.Length,
            IsSingle = payload.IsSingle,
            FlushedTo = place.FlushedTo,
            Definitions = definitions,
            Table = table,
            LastEvent = payload.LastEvent,
        };
        header.Write(head, place.Address);
        batch.Add(at, payload.Bytes);
        return header.Length;
    }

    /// <summary>
    /// Writes a frame without events that records the versions of streams whose events are about to be removed.
    /// </summary>
    public static int WriteVersions(Batch batch, IReadOnlyList<StreamState> streams, FramePlace place)
    {
        var head = batch.Reserve(FrameHeader.Size + streams.Sum(s => Definition.MostBytes(s.Id.Value)));
        var at = FrameHeader.Size;
        foreach (var state in streams)
        {
            at += Define(head[at..], state, place.Segment);
        }

        new FrameHeader
        {
            Length = at,
            PayloadCrc = Crc.Of([]),
            HeadLength = at,
            Events = 0,
            FirstEvent = place.FirstEvent,
            RecordedAtTicks = place.RecordedAtTicks,
            Streams = 0,
            IsSingle = false,
            FlushedTo = place.FlushedTo,
            Definitions = streams.Count,
            Table = at,
            LastEvent = 0,
        }.Write(head, place.Address);
        batch.Add(at, default);
        return at;
    }

    private static int Define(Span<byte> head, ref int at, Payload payload, long segment)
    {
        var definitions = 0;
        foreach (ref var stream in payload.Streams)
        {
            if (stream.State.DefinedIn != segment)
            {
                at += Define(head[at..], stream.State, segment);
                definitions++;
            }
        }

        foreach (var type in payload.Types)
        {
            if (type.DefinedIn != segment)
            {
                at += new Definition(IsStream: false, type.Number, Version: 0, type.Name).Write(head[at..]);
                type.DefinedIn = segment;
                definitions++;
            }
        }

        return definitions;
    }

    private static int Define(Span<byte> head, StreamState state, long segment)
    {
        state.DefinedIn = segment;
        return new Definition(IsStream: true, state.Number, state.WrittenVersion, state.Id.Value).Write(head);
    }
}
