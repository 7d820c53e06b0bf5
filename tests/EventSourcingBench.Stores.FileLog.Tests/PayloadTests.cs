namespace EventSourcingBench.Stores.FileLog.Tests;

/// <summary>What callers do on their own threads before the writer is asked.</summary>
public sealed class PayloadTests
{
    private const int DataBytes = 21;

    [Fact]
    public void Encoding_many_events_takes_at_most_25_bytes_for_each_and_allocates_nothing_once_there_are_buffers()
    {
        using var index = new LogIndex();
        var payload = new Payload(index);
        var streams = Enumerable.Range(0, 1_000).Select(_ => Sample.NewStream()).ToArray();
        BulkEvent[] events = [.. Enumerable.Range(0, 10_000).Select(
            i => new BulkEvent(streams[i % streams.Length], new EventData(Guid.CreateVersion7(), "Tick", new byte[DataBytes])))];
        payload.Encode(events);
        payload.Events.ShouldBe(events.Length);
        (payload.Bytes.Length / (double)events.Length).ShouldBeLessThanOrEqualTo(DataBytes + 25);
        // A collection that another test causes makes the rest of this thread's buffer count as allocated, now and then.
        Enumerable.Range(0, 5).Min(_ =>
        {
            var before = GC.GetAllocatedBytesForCurrentThread();
            payload.Encode(events);
            return GC.GetAllocatedBytesForCurrentThread() - before;
        }).ShouldBe(0);
        Should.Throw<ArgumentException>(() => payload.Encode([.. events, events[77]])).Message.ShouldContain("twice");
    }
}
