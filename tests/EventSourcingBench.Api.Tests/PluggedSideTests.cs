namespace EventSourcingBench.Api.Tests;

/// <summary>A command side of a plug-in: opened once, joined with its peers, opened again when it has ended or could not join.</summary>
public sealed class PluggedSideTests
{
    private readonly ListedSides _plugin = new();

    [Fact]
    public async Task It_is_opened_once_and_joins_those_who_are_there()
    {
        await using var side = New();
        (await side.AddressAsync()).ShouldBe("node-1");
        _plugin.Joins.ShouldBeEmpty();
        await Task.WhenAll(Enumerable.Range(0, 20).Select(_ => RunAsync(side)));
        _plugin.Opened.Count.ShouldBe(1);
        _plugin.Joins.ShouldBe(["other node-1"]);
    }

    [Fact]
    public async Task A_failed_join_is_reported_and_tried_again_with_the_next_command()
    {
        await using var side = New();
        _plugin.JoinFailure = new StoreUnavailableException("no peer there");
        (await Should.ThrowAsync<StoreUnavailableException>(() => RunAsync(side))).Message.ShouldBe("no peer there");
        _plugin.JoinFailure = null;
        (await RunAsync(side)).IsAccepted.ShouldBeTrue();
        _plugin.Opened.Count.ShouldBe(1);
    }

    [Fact]
    public async Task One_that_has_ended_is_opened_again()
    {
        await using var side = New();
        await RunAsync(side);
        _plugin.Opened[0].End();
        (await RunAsync(side)).IsAccepted.ShouldBeTrue();
        _plugin.Opened.Count.ShouldBe(2);
        _plugin.Opened[0].IsDisposed.ShouldBeTrue();
        _plugin.Joins.ShouldBe(["other node-1", "other node-2"]);
    }

    [Fact]
    public async Task It_ends_with_the_store_and_is_not_begun_again()
    {
        var side = New();
        await RunAsync(side);
        await side.DisposeAsync();
        _plugin.Opened.ShouldHaveSingleItem().IsDisposed.ShouldBeTrue();
        var unused = New();
        await unused.DisposeAsync();
        await Should.ThrowAsync<ObjectDisposedException>(unused.AddressAsync);
    }

    private PluggedSide New() => new(
        () => _plugin, OneOther, new CommandSideContext(new ListedEvents(), "test", TimeSpan.FromMinutes(1), TimeProvider.System));

    private static Task<ReservationAnswer> RunAsync(PluggedSide side) => side.RunAsync("s", default, 1, Cancel).AsTask();

    private static Task<IReadOnlyList<string>> OneOther(string own) => Task.FromResult<IReadOnlyList<string>>(["other", own]);

    /// <summary>A command side that accepts everything and lists what is asked of it.</summary>
    private sealed class ListedSides : ICommandSidePlugin
    {
        private readonly Lock _lock = new();

        public List<Side> Opened { get; } = [];

        public List<string> Joins { get; } = [];

        public Exception? JoinFailure { get; set; }

        public Task<ICommandSide> OpenAsync(CommandSideContext context, CancellationToken cancellationToken)
        {
            lock (_lock)
            {
                Opened.Add(new Side(this, $"node-{Opened.Count + 1}"));
                return Task.FromResult<ICommandSide>(Opened[^1]);
            }
        }

        internal sealed class Side(ListedSides owner, string address) : ICommandSide
        {
            private readonly TaskCompletionSource _ended = new();

            public string Address => address;

            public Task Ended => _ended.Task;

            public bool IsDisposed { get; private set; }

            public void End() => _ended.SetResult();

            public Task JoinAsync(IReadOnlyList<string> addresses, CancellationToken cancellationToken)
            {
                owner.Joins.Add(string.Join(' ', addresses));
                return owner.JoinFailure is { } failure ? Task.FromException(failure) : Task.CompletedTask;
            }

            public ValueTask<ReservationAnswer> RunAsync(string show, ShowCommand command, int maxAttempts, CancellationToken cancel) =>
                new(new ReservationAnswer(Refusal: null, Tries: 1));

            public ValueTask DisposeAsync()
            {
                IsDisposed = true;
                return ValueTask.CompletedTask;
            }
        }
    }
}
