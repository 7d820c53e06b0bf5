namespace EventSourcingBench.LoadTests.Generators;

/// <summary>Load by several generators with the built-in engine. What they measured, and their histories, are merged.</summary>
internal sealed class GeneratorFleet : ILoadMaker
{
    // A clock that is as far off makes times of different hosts' logs hard to compare. No figure depends on it.
    private static readonly TimeSpan ClockTolerance = TimeSpan.FromMilliseconds(100);
    private static readonly TimeSpan FarewellLimit = TimeSpan.FromSeconds(5);

    // Generators send what they count as often.
    private static readonly TimeSpan Poll = TimeSpan.FromMilliseconds(50);

    private readonly List<FleetMember> _members = [];
    private readonly Guid _bars = Guid.NewGuid();

    public bool SharesClock => _members.TrueForAll(m => m.Identity.Clock == ClockIdentity.Current);

    public IReadOnlyList<int> ProcessIds => [.. _members.Select(m => ProcessIdentity.Find(m.Identity.Process)).OfType<int>()];

    public IReadOnlyList<string> Generators =>
    [
        .. _members
            .GroupBy(m => m.Process is null ? $"{m.Client.Name} on {m.Identity.Host}{m.ClockText}" : "this host", StringComparer.Ordinal)
            .Select(g => g.Count() == 1 ? g.Key : $"{g.Count()} processes on {g.Key}"),
    ];

    public IEnumerable<string> Warnings => _members.Where(m => m.Offset.Duration() > ClockTolerance).Select(
        m => $"The clock of the generator {m.Client.Name} differs from this host's{m.ClockText}. No figure depends on it.");

    /// <param name="wait">How long those elsewhere may take to be reachable.</param>
    /// <exception cref="UserException">One cannot be reached, or is of another version; the message says what to do.</exception>
    public static async Task<GeneratorFleet> StartAsync(
        int local, IReadOnlyList<string> hosts, TimeSpan wait, BarSource bars, TimeProvider time, CancellationToken cancellationToken)
    {
        var fleet = new GeneratorFleet();
        try
        {
            var token = GeneratorToken.Create();
            // All are members or closed when this ends, also where one fails.
            await Task.WhenAll(Enumerable.Range(0, local).Select(async _ =>
            {
                var (process, address) = await ServingProcess.StartAsync(
                    "The generator", typeof(GeneratorFleet).Assembly, ["generator", "--listen", "127.0.0.1:0"],
                    [new(GeneratorToken.Variable, token)],
                    words => new LoadEngineException($"A generator did not start: {words}"), cancellationToken);
                await fleet.AddAsync(new GeneratorClient(address, token), process, TimeSpan.Zero, bars, time, cancellationToken);
            }));
            var shared = hosts.Count == 0 ? null : GeneratorToken.Find();
            var start = time.GetTimestamp();
            foreach (var address in GeneratorAddress.ParseAll(hosts))
            {
                GeneratorToken.RequireFor(address.Host, shared);
                var left = wait - time.GetElapsedTime(start);
                await fleet.AddAsync(new GeneratorClient(address, shared), process: null, left, bars, time, cancellationToken);
            }

            return fleet;
        }
        catch (Exception e)
        {
            await fleet.DisposeAsync();
            if (e is LoadEngineException)
                throw new UserException(e.Message, e);

            throw;
        }
    }

    public async Task<MeasuredTime> RunAsync(
        SuiteLoad load, Func<ValueTask> onWarm, string? reportFolder, CancellationToken cancellationToken)
    {
        var (id, recorder) = (Guid.NewGuid(), load.Context.Recorder);
        var parts = LoadShare.Divide(load.Context.Step.Simulation(), _members.Count);
        var clients = _members.Take(parts.Count).Select(m => m.Client).ToList();
        try
        {
            await Task.WhenAll(clients.Zip(parts, (client, part) => client.PrepareAsync(GeneratorStep.Of(load, _bars, id, part))));
            // A generator that cannot be reached fails where its answer is awaited.
            using var stopping = cancellationToken.Register(() => clients.ForEach(c => _ = c.StopAsync(id)));
            // Requests that are late or under way at its end are waited for.
            var step = load.Context.Step;
            var most = 2 * (step.Workload.Get(LoadParameters.WarmUp) + step.Timeout);
            load.History.AcknowledgedElsewhere = (await Task.WhenAll(clients.Select(c => c.WarmUpAsync(id, most)))).Sum();
            if (cancellationToken.IsCancellationRequested)
            {
                await TakeHistoriesAsync(clients, id, load);
                return new MeasuredTime(load.Context.Time.GetUtcNow(), TimeSpan.Zero, Interrupted: true);
            }

            await onWarm();
            recorder.StartMeasuring();
            var results = await MeasureAsync(load, id, clients);
            foreach (var result in results)
            {
                recorder.Add(result.Operations, result.Errors, result.Slowest);
                load.AddResent(result.Resent);
            }

            await TakeHistoriesAsync(clients, id, load);
            return new MeasuredTime(
                results.Min(r => r.Time.StartedAt), results.Max(r => r.Time.Elapsed), results.Any(r => r.Time.Interrupted));
        }
        catch (Exception e)
        {
            // A part of the histories would make the events of the other generators look foreign.
            load.History.Incomplete = e.Message;
            throw;
        }
        finally
        {
            // One that was stopped takes connections and never answers. A session ends with its last request.
            await Task.WhenAll(clients.Select(c => c.ForgetAsync(id)))
                .WaitAsync(load.Context.Step.Timeout + FarewellLimit, TimeProvider.System, CancellationToken.None)
                .ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }
    }

    public async ValueTask DisposeAsync()
    {
        foreach (var member in _members)
        {
            member.Client.Dispose();
            await (member.Process?.DisposeAsync() ?? ValueTask.CompletedTask);
        }

        _members.Clear();
    }

    // Faults want to know meanwhile what was acknowledged, and start the API again at another address.
    private static async Task<GeneratorResult[]> MeasureAsync(SuiteLoad load, Guid id, List<GeneratorClient> clients)
    {
        var (history, recorder, time, warm) = (load.History, load.Context.Recorder, load.Context.Time, load.History.AcknowledgedElsewhere);
        var measuring = Task.WhenAll(clients.Select(c => c.MeasureAsync(id, recorder, history)));
        for (var known = load.Context.Target.Endpoint!; !measuring.IsCompleted;)
        {
            await Task.WhenAny(measuring, Task.Delay(Poll, time));
            history.AcknowledgedElsewhere = warm + recorder.Totals().Successes;
            if (load.Context.Target.Endpoint is { } now && now.Nodes != known.Nodes)
            {
                known = now;
                await Task.WhenAll(clients.Select(c => c.MoveAsync(id, now)));
            }
        }

        return await measuring;
    }

    private async Task TakeHistoriesAsync(List<GeneratorClient> clients, Guid id, SuiteLoad load)
    {
        load.History.HasOneClock = SharesClock;
        await Task.WhenAll(clients.Select((client, process) => client.ReadHistoryAsync(id, load.History, process + 1)));
        (load.History.AcknowledgedElsewhere, load.History.RecentElsewhere) = (0, null);
    }

    private async Task AddAsync(
        GeneratorClient client, SupervisedProcess? process, TimeSpan wait, BarSource bars, TimeProvider time,
        CancellationToken cancellationToken)
    {
        try
        {
            var identity = await StartBarrier.WaitAsync(() => client.IdentifyAsync(cancellationToken), wait, time, cancellationToken);
            if (identity.Protocol != GeneratorJson.Protocol)
            {
                throw new UserException(
                    $"The generator {client.Name} is of another version ({identity.ToolVersion}). Run the same version there.");
            }

            await client.TakeAsync(_bars, bars.Bars, cancellationToken);
            var (offset, error) = identity.Clock == ClockIdentity.Current ? default
                : await client.MeasureClockAsync(time, cancellationToken);
            lock (_members)
                _members.Add(new FleetMember(client, process, identity, offset, error));
        }
        catch
        {
            client.Dispose();
            await (process?.DisposeAsync() ?? ValueTask.CompletedTask);
            throw;
        }
    }

    private sealed record FleetMember(
        GeneratorClient Client, SupervisedProcess? Process, GeneratorIdentity Identity, TimeSpan Offset, TimeSpan Error)
    {
        public string ClockText => Error == TimeSpan.Zero ? ""
            : FormattableString.Invariant($" (clock {Offset.TotalMilliseconds:+0.0;-0.0} ms, ±{Error.TotalMilliseconds:0.0} ms)");
    }
}
