using System.Threading.Channels;

namespace EventSourcingBench.LoadTests.Tests;

/// <summary>Where a buffer is flushed to: keeps what came, and answers at once, or when it is released.</summary>
internal sealed class FakeFlush
{
    private readonly ConcurrentQueue<(int Stream, Guid Id)[]> _batches = [];
    private readonly Channel<bool> _released = Channel.CreateUnbounded<bool>();

    /// <summary>Whether a flush of this number, from 0, fails.</summary>
    public Func<int, bool> Fails { get; init; } = _ => false;

    public bool Holds { get; init; }

    public IReadOnlyList<(int Stream, Guid Id)[]> Batches => [.. _batches];

    public void Release(int flushes) => Enumerable.Repeat(true, flushes).ToList().ForEach(r => _released.Writer.TryWrite(r));

    public async Task FlushAsync(BufferBatch batch)
    {
        var number = _batches.Count;
        _batches.Enqueue([.. Enumerable.Range(0, batch.Count).Select(i => (batch.StreamAt(i), batch.IdAt(i)))]);
        if (Holds)
            await _released.Reader.ReadAsync();

        if (Fails(number))
            throw new InvalidOperationException("refused");
    }
}
