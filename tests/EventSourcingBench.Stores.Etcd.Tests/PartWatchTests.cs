namespace EventSourcingBench.Stores.Etcd.Tests;

/// <summary>Lines of a watch come whole, however the bytes of its stream arrive.</summary>
public sealed class PartWatchTests
{
    private static readonly KeySpace Keys = new("watch");

    [Theory]
    [InlineData(1)]
    [InlineData(1000)]
    [InlineData(1 << 20)]
    public async Task Lines_of_all_lengths_come_in_their_order(int chunk)
    {
        int[] lengths = [0, 1, 5, 16_384, 3, 70_000, 200_000, 9];
        var text = string.Concat(lengths.Select((length, i) => Line(i + 1, length) + "\n")) + "no end";
        using var watch = new PartWatch(new HttpResponseMessage(), new Slow(Encoding.UTF8.GetBytes(text), chunk), Keys);
        foreach (var position in Enumerable.Range(1, lengths.Length))
            (await watch.NextAsync(CancellationToken.None)).ShouldNotBeNull().ShouldHaveSingleItem().FirstPosition.ShouldBe(position);

        watch.HasMore.ShouldBeFalse();
        (await watch.NextAsync(CancellationToken.None)).ShouldBeNull();
    }

    [Fact]
    public async Task It_knows_whether_another_line_is_there()
    {
        var text = $"{Line(1, 10)}\n{Line(2, 10)}\n{{";
        using var watch = new PartWatch(new HttpResponseMessage(), new MemoryStream(Encoding.UTF8.GetBytes(text)), Keys);
        await watch.NextAsync(CancellationToken.None);
        watch.HasMore.ShouldBeTrue();
        await watch.NextAsync(CancellationToken.None);
        watch.HasMore.ShouldBeFalse();
    }

    private static string Line(int position, int length)
    {
        var stream = new StreamId("s");
        var events = EncodedEvent.Encode([new BulkEvent(stream, new EventData(Guid.NewGuid(), "T", new byte[length]))]);
        var value = Part.Write(position, position, DateTimeOffset.UnixEpoch, events);
        var kv = new { key = Keys.Part(stream, position), value };
        return JsonSerializer.Serialize(new { result = new { events = new[] { new { kv } } } });
    }

    private sealed class Slow(byte[] bytes, int chunk) : MemoryStream(bytes)
    {
        public override ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default) =>
            base.ReadAsync(buffer[..Math.Min(buffer.Length, chunk)], cancellationToken);
    }
}
