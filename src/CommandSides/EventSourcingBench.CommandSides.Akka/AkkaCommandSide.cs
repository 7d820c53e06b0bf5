using Akka.Cluster;
using Akka.Configuration;
using Akka.Event;

namespace EventSourcingBench.CommandSides.Akka;

/// <summary>A node of the cluster. Its shard region accepts commands for all shows and routes them to the node that hosts them.</summary>
internal sealed class AkkaCommandSide(ActorSystem system, CommandSideContext context) : ICommandSide
{
    private static readonly TimeSpan JoinLimit = TimeSpan.FromSeconds(60);
    private static readonly TimeSpan Beat = TimeSpan.FromMilliseconds(100);

    // A command sent to a failed node is sent again once the node has left the cluster; a command lost otherwise, after a
    // timeout. The command's id prevents a second execution.
    private static readonly TimeSpan AskAgain = TimeSpan.FromSeconds(5);
    private static readonly TimeSpan Hearsay = TimeSpan.FromMilliseconds(300);
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(30);

    private readonly Cluster _cluster = Cluster.Get(system);
    // Requesting the extension first adds its defaults to the configuration.
    private readonly ClusterSharding _sharding = ClusterSharding.Get(system);
    private readonly ClusterShardingSettings _settings =
        ClusterShardingSettings.Create(system).WithPassivateIdleAfter(context.IdleTime);
    private volatile IActorRef? _region;
    private CancellationTokenSource _lost = new();


    public string Address => _cluster.SelfAddress.ToString();

    public Task Ended => system.WhenTerminated;

    public static AkkaCommandSide Open(CommandSideContext context)
    {
        using var text = new StreamReader(typeof(AkkaCommandSide).Assembly.GetManifestResourceStream("akka.conf")!);
        var setup = ActorSystemSetup.Create(
            BootstrapSetup.Create().WithConfig(ConfigurationFactory.ParseString(text.ReadToEnd())), new StoreSetup(context.Events));
        // Nodes of another namespace, such as one before a reset, belong to another actor system and cannot join this one.
        var system = ActorSystem.Create("shows-" + context.Namespace.Replace('_', '-'), setup);
        var side = new AkkaCommandSide(system, context);
        Action onLoss = () => Interlocked.Exchange(ref side._lost, new CancellationTokenSource()).Cancel();
        system.ActorOf(Props.Create<LossWatch>(onLoss), "losses");
        return side;
    }

    public async Task JoinAsync(IReadOnlyList<string> addresses, CancellationToken cancellationToken)
    {
        var nodes = addresses.Select(global::Akka.Actor.Address.Parse).ToList();
        _cluster.JoinSeedNodes(nodes);
        await UntilAsync(() => Task.FromResult(nodes.TrueForAll(IsUp)), cancellationToken);
        _region ??= await _sharding.StartAsync(
            "show", show => Props.Create<ShowActor>(show), _settings, new ShowMessages(),
            _sharding.DefaultShardAllocationStrategy(_settings), new StopShow());
        // Starts the coordinator, so that the first command does not wait for it.
        await UntilAsync(async () => await RegionsAsync(_region) >= 1, cancellationToken);
    }

    public async ValueTask<ReservationAnswer> RunAsync(
        string show, ShowCommand command, int maxAttempts, CancellationToken cancellationToken)
    {
        var order = new ShowOrder(show, command);
        for (var tries = 1; ; tries++)
        {
            var (answer, isFirst) = await AskAsync(order, cancellationToken);
            switch (answer.Outcome)
            {
                case ShowOutcome.Appended:
                    return new ReservationAnswer(Refusal: null, tries);
                case ShowOutcome.Known:
                    // After a retry, the event found is this command's own.
                    return new ReservationAnswer(Refusal: null, isFirst ? tries - 1 : tries);
                case ShowOutcome.Refused when isFirst:
                    return new ReservationAnswer(answer.Refusal, tries - 1, answer.Taken);
                case ShowOutcome.Refused when await IsAppendedAsync(show, command.Id, cancellationToken):
                    // The first attempt was carried out, its answer was lost, and others have changed the seat since.
                    return new ReservationAnswer(Refusal: null, tries);
                case ShowOutcome.Conflict when tries == maxAttempts:
                    return new ReservationAnswer(Refusal: null, tries, IsConflict: true);
                case ShowOutcome.Conflict:
                    break;
                case ShowOutcome.Unavailable when isFirst:
                    throw new StoreUnavailableException(answer.Error!);
                case ShowOutcome.Invalid:
                    throw new ArgumentException(answer.Error, nameof(command));
                default:
                    // A retry failed or was refused: the first attempt may still be on its way.
                    throw new OutcomeUnknownException(answer.Error ?? $"The actor of {show} did not answer the first attempt, "
                        + $"and then refused: {answer.Refusal}.");
            }
        }
    }

    public async ValueTask DisposeAsync()
    {
        await system.Terminate();
        system.Dispose();
        _lost.Dispose();
    }

    private async Task<(ShowAnswer Answer, bool IsFirst)> AskAsync(ShowOrder order, CancellationToken cancellationToken)
    {
        var region = _region ?? throw new StoreUnavailableException("This node has not joined the cluster.");
        var began = context.Time.GetTimestamp();
        for (var isFirst = true; ; isFirst = false)
        {
            if (system.WhenTerminated.IsCompleted)
                throw new OutcomeUnknownException("The other nodes have removed this one from the cluster.");

            var lost = Volatile.Read(ref _lost);
            using var either = CancellationTokenSource.CreateLinkedTokenSource(lost.Token, cancellationToken);
            try
            {
                return (await region.Ask<ShowAnswer>(order, AskAgain, either.Token), isFirst);
            }
            catch (OperationCanceledException) when (lost.IsCancellationRequested && !cancellationToken.IsCancellationRequested)
            {
                // Waits until the region has noticed it as well.
                await Task.Delay(Hearsay, context.Time, cancellationToken);
            }
            catch (AskTimeoutException e) when (context.Time.GetElapsedTime(began) >= Patience)
            {
                throw new OutcomeUnknownException($"The actor of {order.Show} did not answer within {Patience.TotalSeconds:0} s.", e);
            }
            catch (AskTimeoutException)
            {
                // Retry.
            }
        }
    }

    private async ValueTask<bool> IsAppendedAsync(string show, Guid id, CancellationToken cancellationToken)
    {
        try
        {
            return await context.Events.ReadStreamAsync(ShowStreams.Of(show), cancellationToken: cancellationToken)
                .AnyAsync(e => e.Id == id, cancellationToken);
        }
        catch (StoreUnavailableException e)
        {
            throw new OutcomeUnknownException($"Whether {show} was changed cannot be read: {e.Message}", e);
        }
    }

    internal async Task<int> CountActiveAsync(CancellationToken cancellationToken) =>
        (await _region!.Ask<CurrentShardRegionState>(GetShardRegionState.Instance, Patience, cancellationToken))
            .Shards.Sum(s => s.EntityIds.Count);

    private bool IsUp(Address address) => _cluster.State.Members.Any(m => m.Address == address && m.Status == MemberStatus.Up);

    private static async Task<int> RegionsAsync(IActorRef region)
    {
        try
        {
            return (await region.Ask<CurrentRegions>(GetCurrentRegions.Instance, AskAgain)).Regions.Count;
        }
        catch (AskTimeoutException)
        {
            return 0;
        }
    }

    private async Task UntilAsync(Func<Task<bool>> isSo, CancellationToken cancellationToken)
    {
        var began = context.Time.GetTimestamp();
        while (!await isSo())
        {
            if (system.WhenTerminated.IsCompleted || context.Time.GetElapsedTime(began) >= JoinLimit)
                throw new StoreUnavailableException($"{Address} did not join the cluster within {JoinLimit.TotalSeconds:0} s.");

            await Task.Delay(Beat, context.Time, cancellationToken);
        }
    }
}

/// <summary>The command side <c>akka</c>: Akka.NET's persistent actors, sharded over the nodes of the API.</summary>
public sealed class AkkaCommandSidePlugin : ICommandSidePlugin
{
    public Task<ICommandSide> OpenAsync(CommandSideContext context, CancellationToken cancellationToken) =>
        Task.Run<ICommandSide>(() => AkkaCommandSide.Open(context), cancellationToken);
}

/// <summary>Reports when a node has left the cluster: commands sent to it are lost, and can be sent to the next owner.</summary>
internal sealed class LossWatch : ReceiveActor
{
    public LossWatch(Action onLoss) => Receive<ClusterEvent.MemberRemoved>(_ => onLoss());

    protected override void PreStart() => Cluster.Get(Context.System)
        .Subscribe(Self, ClusterEvent.SubscriptionInitialStateMode.InitialStateAsEvents, typeof(ClusterEvent.MemberRemoved));

    protected override void PostStop() => Cluster.Get(Context.System).Unsubscribe(Self);
}

/// <summary>Writes Akka's errors to the API's standard error. A version conflict is not one: it is returned as a result.</summary>
internal sealed class ErrorLog : ReceiveActor
{
    public ErrorLog()
    {
        Receive<InitializeLogger>(_ => Sender.Tell(new LoggerInitialized()));
        Receive<Error>(
            e => e.Cause is not StaleShowException,
            e => Console.Error.WriteLine($"akka: {e.LogSource}: {e.Message} {e.Cause?.Message}".TrimEnd()));
        ReceiveAny(_ => { });
    }
}
