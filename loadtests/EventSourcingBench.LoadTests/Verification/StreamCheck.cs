using EventSourcingBench.Measurement;

namespace EventSourcingBench.LoadTests;

/// <summary>
/// Reads every stream: each acknowledged event is there once, at its version; nothing is there that was refused or
/// never sent; versions are 1, 2, 3, ...
/// </summary>
internal sealed class StreamCheck(EventTable table) : ICheck
{
    private readonly StreamShape[] _shapes = new StreamShape[table.Streams.Count];

    public async Task ReadAsync(IReadBack readBack, CancellationToken cancellationToken)
    {
        var versions = new List<long>();
        for (var stream = 0; stream < table.Streams.Count; stream++)
        {
            versions.Clear();
            var events = readBack.ReadStreamAsync(table.Streams[stream].Name, cancellationToken);
            await foreach (var found in events.WithCancellation(cancellationToken))
            {
                Enter(found, stream);
                versions.Add(found.Version);
            }

            _shapes[stream] = StreamShape.Of(versions);
        }
    }

    public void Judge(Findings findings, bool isWhole)
    {
        for (var stream = 0; stream < _shapes.Length; stream++)
        {
            JudgeShape(_shapes[stream], table.Streams[stream].Name, findings);
        }

        foreach (ref readonly var state in table.States)
        {
            JudgeEvent(state, findings, isWhole);
        }
    }

    private static void JudgeShape(StreamShape shape, string stream, Findings findings)
    {
        findings.Add(FindingKind.Gap, shape.Gaps, shape, s => FormattableString.Invariant($"gap: {stream} has no version {s.FirstGap}"));
        findings.Add(FindingKind.Misplaced, shape.Surplus, stream, s => $"misplaced: {s} has a version twice or one below 1");
        findings.Add(FindingKind.Misplaced, shape.Unordered, stream, s => $"misplaced: {s} is read back out of the order of its versions");
    }

    private void Enter(StreamEvent found, int stream)
    {
        var index = table.FindOrAdd(found.EventId);
        ref var state = ref table.States[index];
        state.Stored++;
        state.StoredStream = stream;
        state.StoredVersion = found.Version;
        var atVersion = state.Sent.Outcome != LedgerOutcome.Acknowledged || state.Sent.Version == found.Version;
        state.InPlace |= state.Sent.Stream == stream && atVersion;
    }

    private void JudgeEvent(in EventState state, Findings findings, bool isWhole)
    {
        if (!state.IsSent)
        {
            findings.Add(FindingKind.Foreign, state, s => $"foreign: {s.Sent.EventId} was never sent");
            return;
        }

        if (state.Sent.Outcome == LedgerOutcome.Acknowledged && state.Stored == 0 && !state.DeliveredElsewhere)
        {
            findings.Add(FindingKind.Lost, isWhole ? 1 : 0, state, s => $"lost: {table.Describe(s.Sent)}");
        }
        else if (state.IsThere && state.Sent.Outcome is LedgerOutcome.Conflict or LedgerOutcome.Error)
        {
            findings.Add(FindingKind.RefusedApplied, state, s => $"refused but there: {table.Describe(s.Sent)}");
        }
        else if (!state.InPlace && (state.Stored > 0 || state.DeliveredElsewhere))
        {
            findings.Add(FindingKind.Misplaced, state, s => $"misplaced: {table.Describe(s.Sent)} {Place(s)}");
        }

        if (state.Stored > 1)
        {
            findings.Add(FindingKind.Duplicated, state, s => FormattableString.Invariant(
                $"duplicated: {table.Describe(s.Sent)} is there {s.Stored} times"));
        }
    }

    private string Place(EventState state) => state.Stored > 0
        ? FormattableString.Invariant($"is at {table.Streams[state.StoredStream].Name}@{state.StoredVersion}")
        : "is in a stream that it was not sent to";
}
