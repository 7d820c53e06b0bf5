namespace EventSourcingBench.Stores.PostgreSql.Tests;

public sealed class LaneTests : IAsyncDisposable
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(60);

    private readonly Runner _runner = new();
    private readonly Lane<Work> _lane;

    public LaneTests() => _lane = new Lane<Work>(_runner, maxBatch: 3, answersItself: true, TimeProvider.System);

    public async ValueTask DisposeAsync()
    {
        _runner.Steps.Release(100);
        await _lane.DisposeAsync();
        _runner.Dispose();
    }

    [Fact]
    public async Task What_waits_for_company_lets_the_others_go_first_but_once_only()
    {
        var first = await StartAsync("first");
        Work[] work = [Send("append 1", waits: true), Send("read 1"), Send("append 2", waits: true)];
        await DecideAsync(first);
        await _runner.BegunAsync(2);
        Work[] later = [Send("append 3", waits: true), Send("read 2"), Send("read 3")];
        _runner.Steps.Release(100);
        await Task.WhenAll(work.Concat(later).Select(w => w.Answer));

        _runner.Batches.ShouldBe(["first", "read 1", "append 1, append 2, append 3", "read 2, read 3"]);
    }

    [Fact]
    public async Task Without_others_nothing_waits_for_company()
    {
        var first = await StartAsync("first");
        Work[] work = [Send("append 1", waits: true), Send("append 2", waits: true)];
        _runner.Steps.Release(100);
        await Task.WhenAll([first.Answer, .. work.Select(w => w.Answer)]);

        _runner.Batches.ShouldBe(["first", "append 1, append 2"]);
    }

    [Fact]
    public async Task Each_is_answered_when_it_is_decided()
    {
        var first = await StartAsync("first");
        var (one, two) = (Send("1"), Send("2"));
        await DecideAsync(first);
        await DecideAsync(one);

        two.Answer.IsCompleted.ShouldBeFalse();
        await DecideAsync(two);
        _runner.Batches.ShouldBe(["first", "1, 2"]);
    }

    [Theory]
    [InlineData("broken", "It broke.")]
    [InlineData("forgotten", "undecided")]
    public async Task A_defect_fails_what_is_not_decided_and_the_lane_goes_on(string defect, string words)
    {
        var first = await StartAsync("first");
        var (good, bad, next) = (Send("good"), Send(defect), Send("next"));
        _runner.Steps.Release(100);

        (await Should.ThrowAsync<InvalidOperationException>(bad.Answer)).Message.ShouldContain(words);
        await Task.WhenAll(first.Answer, good.Answer, Send("after").Answer);
        (await Record.ExceptionAsync(() => next.Answer)).ShouldBe(defect == "broken" ? next.Failure : null);
    }

    [Theory]
    [InlineData(true, 6)]
    [InlineData(false, 1)]
    public async Task Callers_whose_code_blocks_after_they_were_answered_stop_no_other(bool answersItself, int callers)
    {
        await using var lane = new Lane<Work>(_runner, maxBatch: 3, answersItself, TimeProvider.System);
        _runner.Steps.Release(100);
        await Task.WhenAll(Enumerable.Range(0, callers).Select(_ => Task.Run(async () =>
        {
            for (var i = 0; i < 4; i++)
            {
                await Send("first", lane: lane).Answer;

                // Here the code is on the lane's own thread, maybe in front of others: what it waits for has to get done by another.
                Send("second", lane: lane).Answer.Wait(Patience).ShouldBeTrue();
            }
        })));
    }

    [Fact]
    public async Task Closing_in_the_code_of_a_caller_ends()
    {
        _runner.Steps.Release();
        await Task.Run(async () =>
        {
            await Send("only").Answer;
            _lane.DisposeAsync().AsTask().Wait(Patience).ShouldBeTrue();
        });
        Should.Throw<StoreUnavailableException>(() => Send("late"));
    }

    // The lane is in the middle of a batch of one.
    private async Task<Work> StartAsync(string name)
    {
        var work = Send(name);
        await _runner.BegunAsync(1);
        return work;
    }

    private Work Send(string name, bool waits = false, Lane<Work>? lane = null)
    {
        var work = new Work(name, waits);
        (lane ?? _lane).Enqueue(work);
        return work;
    }

    private Task<bool> DecideAsync(Work work)
    {
        _runner.Steps.Release();
        return work.Answer;
    }

    private sealed record Work(string Name, bool Waits) : LaneWork<bool>
    {
        public Task<bool> Answer => AnswerAsync(CancellationToken.None).WaitAsync(Patience);

        public override bool WaitsForCompany => Waits;
    }

    /// <summary>Decides one after the other, each when it is let.</summary>
    private sealed class Runner : ILaneRunner<Work>, IDisposable
    {
        public SemaphoreSlim Steps { get; } = new(0);

        public ConcurrentQueue<string> Batches { get; } = [];

        public Task BegunAsync(int batch) => Waiting.UntilAsync(() => Batches.Count == batch, "the batch has begun", seconds: 60);

        public IEnumerator<Work> Run(List<Work> batch)
        {
            Batches.Enqueue(string.Join(", ", batch.Select(w => w.Name)));
            foreach (var work in batch)
            {
                Steps.Wait(Patience).ShouldBeTrue();
                if (work.Name == "broken")
                    throw new InvalidOperationException("It broke.");

                if (work.Name != "forgotten")
                {
                    work.Result = true;
                    yield return work;
                }
            }
        }

        public void Close()
        {
        }

        public void Dispose() => Steps.Dispose();
    }
}
