using FsCheck;
using FsCheck.Fluent;
using Mvccpb;

namespace EventSourcingBench.Stores.Etcd.Tests;

/// <summary>Whatever is gathered in commits comes back from their keys and values.</summary>
public sealed class CommitTests
{
    private static readonly StreamId[] Streams = [.. Enumerable.Range(0, 4).Select(i => new StreamId($"stream-{i}"))];

    [Fact]
    public void Commits_and_parts_come_back_as_they_were_written() => Check.QuickThrowOnFailure(
        Prop.ForAll(ArbMap.Default.ArbFor<(byte Stream, byte[] Data, bool IsLarge)[][]>(), ShouldComeBack));

    private static void ShouldComeBack((byte Stream, byte[] Data, bool IsLarge)[][] commits)
    {
        var keys = new KeySpace("property");
        var state = new LogState();
        var written = new Dictionary<StreamId, List<(long Position, EventData Data)>>();
        foreach (var given in commits.Where(c => c.Length > 0))
        {
            var events = given.Select(g => new BulkEvent(
                Streams[g.Stream % Streams.Length],
                new EventData(Guid.NewGuid(), "Größe", g.IsLarge ? new byte[40_000] : g.Data) { Metadata = g.Data })).ToList();
            var builder = new CommitBuilder(state);
            builder.Add(EncodedEvent.Encode(events));
            var first = state.Head + 1;
            var (commit, parts) = builder.Build(keys, DateTimeOffset.UnixEpoch);
            var read = Commit.Read(new KeyValue { Key = keys.Commit(first), Value = commit.ToValue() });
            read.FirstPosition.ShouldBe(first);
            read.Parts.ShouldBe(commit.Parts);
            read.Ids.ShouldBe(commit.Ids);
            state.Apply(read);
            state.Head.ShouldBe(first + events.Count - 1);

            var position = first;
            foreach (var (put, entry) in parts.Zip(read.Parts))
            {
                put.Value.Length.ShouldBe(entry.Bytes);
                keys.StreamOf(put.Key).ShouldBe(entry.Stream);
                put.Key.ShouldBe(keys.Part(entry.Stream, entry.LastVersion));
                var part = Part.Read(entry.Stream, new KeyValue { Key = put.Key, Value = put.Value });
                part.Length.ShouldBe(entry.Count);
                if (!written.TryGetValue(entry.Stream, out var own))
                    written.Add(entry.Stream, own = []);

                foreach (var recorded in part)
                {
                    recorded.Version.ShouldBe(own.Count + 1);
                    recorded.Position.ShouldBe(position);
                    var known = state.Find(recorded.Id).ShouldNotBeNull();
                    (known.Stream, known.Version, known.Position).ShouldBe((entry.Stream, recorded.Version, position));
                    var data = events.Single(e => e.Event.Id == recorded.Id).Event;
                    recorded.ShouldBeSame(data);
                    own.Add((position++, data));
                }
            }

            foreach (var stream in events.GroupBy(e => e.Stream))
            {
                written[stream.Key].TakeLast(stream.Count()).Select(w => w.Data)
                    .ShouldBe(stream.Select(e => e.Event), "a stream's events keep their order");
                state.VersionOf(stream.Key).ShouldBe(written[stream.Key].Count);
            }
        }
    }

    [Fact]
    public void A_commit_that_does_not_follow_is_a_gap()
    {
        var state = new LogState();
        Should.Throw<InvalidDataException>(() => state.Apply(new Commit(2, [new PartEntry(Streams[0], 1, 1, 9)], [Guid.NewGuid()])));
    }

    [Theory]
    [InlineData("a", 1, true)]
    [InlineData("a", long.MaxValue, true)]
    [InlineData("a-", 1, false)]
    [InlineData("a0", 7, false)]
    [InlineData("A", 1, false)]
    [InlineData("aa", 1, false)]
    public void No_streams_keys_are_among_anothers(string name, long version, bool isIn)
    {
        var keys = new KeySpace("property");
        var range = keys.PartsFrom(new StreamId("a"), 1, limit: 0);
        var key = keys.Part(new StreamId(name), version).Span;
        (key.SequenceCompareTo(range.Key.Span) >= 0 && key.SequenceCompareTo(range.RangeEnd.Span) < 0).ShouldBe(isIn);
    }
}
