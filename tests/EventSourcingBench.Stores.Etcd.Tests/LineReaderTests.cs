namespace EventSourcingBench.Stores.Etcd.Tests;

/// <summary>Lines come whole, however the bytes of a stream arrive.</summary>
public sealed class LineReaderTests
{
    [Theory]
    [InlineData(1)]
    [InlineData(7)]
    [InlineData(1000)]
    [InlineData(16 << 10)]
    [InlineData(1 << 20)]
    public async Task Lines_of_all_lengths_come_in_their_order(int chunk)
    {
        int[] lengths = [0, 1, 5, 0, 100, 16_383, 16_384, 16_385, 3, 70_000, 0, 200_000, 9];
        var lines = lengths.Select((length, i) => new string((char)('a' + i), length)).ToList();
        using var reader = new LineReader(new Slow(Encoding.UTF8.GetBytes(string.Concat(lines.Select(l => l + "\n")) + "no end"), chunk));
        foreach (var line in lines)
        {
            Encoding.UTF8.GetString((await reader.ReadAsync(CancellationToken.None)).ShouldNotBeNull().Span).ShouldBe(line);
        }

        reader.HasLine.ShouldBeFalse();
        (await reader.ReadAsync(CancellationToken.None)).ShouldBeNull();
    }

    [Fact]
    public async Task It_knows_whether_another_line_is_there()
    {
        using var reader = new LineReader(new MemoryStream("one\ntwo\nthr"u8.ToArray()));
        await reader.ReadAsync(CancellationToken.None);
        reader.HasLine.ShouldBeTrue();
        await reader.ReadAsync(CancellationToken.None);
        reader.HasLine.ShouldBeFalse();
    }

    private sealed class Slow(byte[] bytes, int chunk) : MemoryStream(bytes)
    {
        public override ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default) =>
            base.ReadAsync(buffer[..Math.Min(buffer.Length, chunk)], cancellationToken);
    }
}
