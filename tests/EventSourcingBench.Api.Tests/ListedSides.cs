namespace EventSourcingBench.Api.Tests;

/// <summary>A command side that accepts everything and lists what is asked of it.</summary>
internal sealed class ListedSides : ICommandSidePlugin
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

        public ValueTask<ReservationAnswer> RunAsync(
            string show, ShowCommand command, int maxAttempts, CancellationToken cancellationToken) =>
            ValueTask.FromResult(new ReservationAnswer(Refusal: null, Tries: 1));

        public ValueTask DisposeAsync()
        {
            IsDisposed = true;
            return ValueTask.CompletedTask;
        }
    }
}
