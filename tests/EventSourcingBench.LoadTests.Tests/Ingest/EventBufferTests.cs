using System.Threading.Channels;

namespace EventSourcingBench.LoadTests.Tests;

public sealed class EventBufferTests
{
    private const int Streams = 5;
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(60);

    [Fact]
    public void Order_is_kept_and_a_failed_flush_counts_exactly_its_events() => ForBuffers(async (settings, sizes, seed) =>
    {
        var flush = new FakeFlush { Fails = number => (SplitMix64.BitsAt(seed, number) & 3) == 0 };
        var buffer = new EventBuffer(settings, flush.FlushAsync, TimeProvider.System);
        var accepted = new List<Guid>();
        foreach (var (i, size) in sizes.Index())
        {
            if (await buffer.AddAsync(i % Streams, Id(i), new byte[size]))
                accepted.Add(Id(i));
        }

        await buffer.CompleteAsync();
        flush.Batches.SelectMany(b => b).Select(e => e.Id).ShouldBe(accepted);
        var failed = flush.Batches.Where((_, i) => flush.Fails(i)).Sum(b => b.Length);
        (buffer.Failed, buffer.Acknowledged).ShouldBe((failed, accepted.Count - failed));
        buffer.Overflowed.ShouldBe(sizes.Count - accepted.Count);
        (settings.Blocking && buffer.Overflowed > 0).ShouldBeFalse("a producer waits");
        (buffer.Flushes, buffer.Memory).ShouldBe((flush.Batches.Count, 0));

        // A single event may be larger than the buffer.
        flush.Batches.ShouldAllBe(
            b => b.Length > 0 && b.Length <= settings.FlushCount
                && (b.Sum(e => sizes[BitConverter.ToInt32(e.Id.ToByteArray())]) <= settings.FlushBytes || b.Length == 1));
    });

    [Fact]
    public void Without_an_answer_a_non_blocking_buffer_never_holds_more_than_its_limit() => ForBuffers(async (settings, sizes, _) =>
    {
        var flush = new FakeFlush { Holds = true };
        var buffer = new EventBuffer(settings with { Blocking = false }, flush.FlushAsync, TimeProvider.System);
        var held = 0L;
        foreach (var (i, size) in sizes.Index())
        {
            var (memory, taken) = (size + BufferBatch.EntryBytes, buffer.AddAsync(0, Id(i), new byte[size]).AsTask());
            taken.IsCompleted.ShouldBeTrue("a producer waited");
            var isTaken = await taken;
            isTaken.ShouldBe(held == 0 || held + memory <= settings.MemoryLimit);
            held += isTaken ? memory : 0;
            buffer.Memory.ShouldBe(held);
        }

        flush.Release(sizes.Count);
        await buffer.CompleteAsync();
        (buffer.Acknowledged + buffer.Overflowed).ShouldBe(sizes.Count);
    });

    [Fact]
    public async Task A_producer_waits_while_one_buffer_is_flushed_and_the_other_is_full()
    {
        var flush = new FakeFlush { Holds = true };
        await using var buffer = new EventBuffer(Blocking(bytes: 20), flush.FlushAsync, TimeProvider.System);
        for (var i = 0; i < 4; i++)
        {
            var taken = buffer.AddAsync(0, Id(i), new byte[10]);
            (taken.IsCompleted && await taken).ShouldBeTrue();
        }

        var fifth = buffer.AddAsync(0, Id(4), new byte[10]).AsTask();
        await Task.Delay(20, Cancel);
        fifth.IsCompleted.ShouldBeFalse();
        buffer.Memory.ShouldBe(4 * (10 + BufferBatch.EntryBytes));

        flush.Release(1);
        (await fifth.WaitAsync(Patience, Cancel)).ShouldBeTrue();
        flush.Release(2);
        await buffer.CompleteAsync();
        flush.Batches.Select(b => b.Length).ShouldBe([2, 2, 1]);
    }

    [Fact]
    public async Task Several_waiting_producers_all_get_room()
    {
        var flush = new FakeFlush();
        var buffer = new EventBuffer(Blocking(bytes: 30), flush.FlushAsync, TimeProvider.System);
        await Task.WhenAll(Enumerable.Range(0, 8).Select(p => Task.Run(async () =>
        {
            for (var i = 0; i < 200; i++)
                (await buffer.AddAsync(p, Id((p * 200) + i), new byte[7])).ShouldBeTrue();
        }))).WaitAsync(Patience, Cancel);
        await buffer.CompleteAsync();

        var all = flush.Batches.SelectMany(b => b).ToList();
        for (var p = 0; p < 8; p++)
            all.Where(e => e.Stream == p).Select(e => e.Id).ShouldBe(Enumerable.Range(p * 200, 200).Select(Id));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task An_event_is_flushed_when_it_has_waited_long_enough(bool blocking)
    {
        var (clock, flush) = (new FakeClock(), new FakeFlush());
        await using var buffer = new EventBuffer(new(blocking, FlushBytes: 1_000), flush.FlushAsync, clock);
        await buffer.AddAsync(0, Id(0), new byte[10]);
        clock.Advance(TimeSpan.FromMilliseconds(600));
        await buffer.AddAsync(0, Id(1), new byte[10]);
        clock.Advance(TimeSpan.FromMilliseconds(399));
        buffer.Flushes.ShouldBe(0);
        clock.Advance(TimeSpan.FromMilliseconds(1));
        await ShouldBeFlushedAsync(flush, 2);
    }

    [Fact]
    public async Task A_timer_of_an_earlier_batch_does_not_flush_the_next_too_early()
    {
        var (clock, flush) = (new FakeClock(), new FakeFlush());
        await using var buffer = new EventBuffer(new(Blocking: false, FlushBytes: 20), flush.FlushAsync, clock);
        await buffer.AddAsync(0, Id(0), new byte[10]);
        clock.Advance(TimeSpan.FromMilliseconds(900));
        await buffer.AddAsync(0, Id(1), new byte[10]);
        await buffer.AddAsync(0, Id(2), new byte[10]);
        clock.Advance(TimeSpan.FromMilliseconds(999));
        await ShouldBeFlushedAsync(flush, 2);

        clock.Advance(TimeSpan.FromMilliseconds(1));
        await ShouldBeFlushedAsync(flush, 2, 1);
    }

    [Fact]
    public async Task What_became_overdue_while_a_flush_was_under_way_follows_it()
    {
        var (clock, flush) = (new FakeClock(), new FakeFlush { Holds = true });
        await using var buffer = new EventBuffer(Blocking(bytes: 10), flush.FlushAsync, clock);
        await buffer.AddAsync(0, Id(0), new byte[10]);
        await buffer.AddAsync(0, Id(1), new byte[5]);
        clock.Advance(TimeSpan.FromSeconds(2));
        await ShouldBeFlushedAsync(flush, 1);
        flush.Release(2);
        await ShouldBeFlushedAsync(flush, 1, 1);
    }

    [Fact]
    public async Task After_its_completion_nothing_is_taken()
    {
        var buffer = new EventBuffer(Blocking(bytes: 10), _ => Task.CompletedTask, TimeProvider.System);
        await buffer.CompleteAsync();
        await buffer.CompleteAsync();
        await buffer.DisposeAsync();
        await Should.ThrowAsync<InvalidOperationException>(async () => await buffer.AddAsync(0, Id(0), new byte[1]));
    }

    private static EventBufferSettings Blocking(int bytes) => new(Blocking: true, bytes);

    private static Guid Id(int number) => new(number, 0, 0, new byte[8]);

    private static async Task ShouldBeFlushedAsync(FakeFlush flush, params int[] lengths)
    {
        await Waiting.UntilAsync(() => flush.Batches.Count >= lengths.Length, "the buffer is flushed");
        flush.Batches.Select(b => b.Length).ShouldBe(lengths);
    }

    private static void ForBuffers(Func<EventBufferSettings, IReadOnlyList<int>, int, Task> holds) => Prop.ForAll(
        Gen.Choose(0, 60).ListOf().ToArbitrary(),
        Gen.Choose(1, 100).Three().ToArbitrary(),
        ArbMap.Default.ArbFor<bool>(),
        (sizes, limits, blocking) =>
        {
            var settings = new EventBufferSettings(blocking, limits.Item1) { FlushCount = limits.Item2, MemoryLimit = 10 * limits.Item3 };
            Task.Run(() => holds(settings, [.. sizes], limits.Item3)).WaitAsync(Patience).GetAwaiter().GetResult();
            return true;
        }).QuickCheckThrowOnFailure();
}

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
