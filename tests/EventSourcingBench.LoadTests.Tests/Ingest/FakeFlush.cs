using System.Threading.Channels;

namespace EventSourcingBench.LoadTests.Tests;

/// <summary>Where a buffer is flushed to: keeps what came, answers when it is released, or at once.</summary>
internal sealed class FakeFlush
{
    private readonly Lock _lock = new();
    private readonly List<(int Stream, Guid Id)[]> _batches = [];
    private Channel<bool>? _gate;

    /// <summary>Whether a flush of this number, from 0, fails.</summary>
    public Func<int, bool> Fails { get; init; } = _ => false;

    public IReadOnlyList<(int Stream, Guid Id)[]> Batches
    {
        get
        {
            lock (_lock)
            {
                return [.. _batches];
            }
        }
    }

    /// <summary>From now on flushes wait.</summary>
    public void Hold() => _gate = Channel.CreateUnbounded<bool>();

    /// <summary>Lets flushes go on.</summary>
    public void Release(int flushes)
    {
        for (var i = 0; i < flushes; i++)
            _gate!.Writer.TryWrite(true);
    }

    public async Task FlushAsync(BufferBatch batch)
    {
        int number;
        lock (_lock)
        {
            number = _batches.Count;
            _batches.Add([.. Enumerable.Range(0, batch.Count).Select(i => (batch.StreamAt(i), batch.IdAt(i)))]);
        }

        await (_gate?.Reader.ReadAsync().AsTask() ?? Task.CompletedTask);
        if (Fails(number))
            throw new InvalidOperationException("refused");
    }
}
