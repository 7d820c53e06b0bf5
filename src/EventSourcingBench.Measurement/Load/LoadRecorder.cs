namespace EventSourcingBench.Measurement.Load;

/// <summary>Keeps what a load generator measures of one operation: service and response times by outcome, one sample a second, messages of
/// errors. Safe for concurrent use by all workers and one sampler.</summary>
/// <remarks>Workers share stripes (two a processor, at most 16) with a lock each: they hardly ever wait, and memory is bounded.</remarks>
public sealed class LoadRecorder
{
    private const int MaxStripes = 16;
    private const int MaxMessages = 20;
    private const string OtherMessages = "other";

    private readonly TimeProvider _time;
    private readonly Stripe[] _stripes;
    private readonly Dictionary<string, long> _errors = new(StringComparer.Ordinal);
    private readonly Lock _sampling = new();
    private readonly ResponseTimes _sum = new();
    private readonly Lock _breaking = new();
    private readonly List<SlowRequest> _slowest = [];
    private readonly int[]?[] _parts;
    private RequestBreakdown? _breakdown;
    private TimeSpan _leastKept;
    private long _begun;
    private ResponseTimes _spare = new();
    private LoadTotals _elsewhere;

    /// <param name="maxWorkers">How many workers record, see <see cref="LoadSimulation.MaxWorkers"/>; 1 or more.</param>
    /// <param name="time">Whose timestamps <see cref="Record"/> gets.</param>
    public LoadRecorder(string operation, int maxWorkers, TimeProvider time)
    {
        (Operation, _time) = (operation, time);
        (_parts, _begun) = (new int[maxWorkers][], time.GetTimestamp());
        var stripes = Math.Min(maxWorkers, Math.Min(MaxStripes, 2 * Environment.ProcessorCount));
        _stripes = [.. Enumerable.Range(0, stripes).Select(_ => new Stripe())];
    }

    public string Operation { get; }

    /// <summary>Forgets everything so far. The engine calls it when the warm-up has drained, while nothing is recorded.</summary>
    public void StartMeasuring()
    {
        foreach (var stripe in _stripes)
        {
            lock (stripe.Gate)
            {
                foreach (var times in stripe.Times)
                {
                    times?.Service.Clear();
                    times?.Response.Clear();
                }

                stripe.Window.Clear();
            }
        }

        lock (_errors)
            _errors.Clear();

        lock (_breaking)
        {
            _breakdown?.Clear();
            _slowest.Clear();
            (_leastKept, _begun) = (TimeSpan.Zero, _time.GetTimestamp());
        }

        lock (_sampling)
            _elsewhere = default;
    }

    /// <summary>Keeps, for the worker's next record, the microseconds in each part from <c>route</c> on; null: not known.</summary>
    public void Attribute(int worker, int[]? parts) => _parts[worker] = parts;

    /// <summary>Keeps one request: when it was due, was sent (the same in the closed model) and ended, timestamps of the
    /// <see cref="TimeProvider"/>. Allocates only for the first request of an outcome other than success, and for the slowest.</summary>
    public void Record(int worker, long intendedStart, long actualStart, long end, Outcome outcome)
    {
        var service = _time.GetElapsedTime(actualStart, end);
        var response = _time.GetElapsedTime(intendedStart, end);
        var stripe = _stripes[(uint)worker % (uint)_stripes.Length];
        lock (stripe.Gate)
        {
            var times = stripe.TimesOf(outcome);
            times.Service.Record(service);
            times.Response.Record(response);
            stripe.Window.Record(response, outcome);
        }

        var parts = worker < _parts.Length ? _parts[worker] : null;
        if (parts is null && service <= _leastKept)
            return;

        lock (_breaking)
        {
            if (parts is not null && outcome == Outcome.Success)
                (_breakdown ??= new()).Record(response - service, service, parts);

            if (service > _leastKept)
                Keep(new(Operation, outcome, worker, _time.GetElapsedTime(_begun, actualStart), response - service, service, parts));
        }
    }

    /// <summary>Counts the message of a request that failed. The first 20 distinct ones are kept, the rest is <c>other</c>.</summary>
    /// <param name="message">In the user's words, without ids or times, so that equal causes count as one. Passwords are hidden:
    /// results keep it as a name, which is written as it is.</param>
    public void RecordError(string message) => AddError(Secrets.OfThisProcess.Redact(message), 1);

    /// <summary>The sample, numbered from 0, of what came since the last call: once a second, and at the end for the rest.</summary>
    public SecondRecord TakeSecond(int second)
    {
        lock (_sampling)
            return SumWindows().ToSecond(second);
    }

    /// <summary>The same as <see cref="TakeSecond"/> for another recorder to <see cref="Add(LoadWindow)"/>.</summary>
    public LoadWindow TakeWindow()
    {
        lock (_sampling)
            return SumWindows().ToWindow();
    }

    /// <summary>Adds what another process's recorder saw for a moment to the samples, and to totals until its operations come.</summary>
    public void Add(LoadWindow window)
    {
        lock (_stripes[0].Gate)
            _stripes[0].Window.Add(window);

        lock (_sampling)
            _elsewhere = _elsewhere.Add(window.Totals);
    }

    /// <summary>Adds all times and errors that a recorder in another process kept, when it records no more.</summary>
    public void Add(IReadOnlyList<OperationRecord> operations, IReadOnlyDictionary<string, long> errors, IReadOnlyList<SlowRequest> slowest)
    {
        foreach (var operation in operations)
        {
            lock (_stripes[0].Gate)
            {
                var times = _stripes[0].TimesOf(operation.Outcome);
                times.Service.Add(operation.ServiceTime);
                times.Response.Add(operation.ResponseTime);
            }
        }

        lock (_breaking)
        {
            foreach (var breakdown in operations.Select(o => o.Breakdown).OfType<BreakdownRecord>())
                (_breakdown ??= new()).Add(breakdown);

            foreach (var request in slowest)
                Keep(request);
        }

        foreach (var (message, times) in errors)
            AddError(message, times);

        lock (_sampling)
            _elsewhere = _elsewhere.Without(LoadTotals.Of(operations));
    }

    public LoadTotals Totals()
    {
        lock (_sampling)
            return LoadTotals.Of(Count).Add(_elsewhere);
    }

    /// <summary>The times by outcome: the successes first, if only with a count of 0; other outcomes where they came.</summary>
    public IReadOnlyList<OperationRecord> Operations() =>
        [.. Enum.GetValues<Outcome>().Where(o => o == Outcome.Success || Count(o) > 0).Select(OperationOf)];

    /// <summary>The slowest requests so far, whatever their outcome, slowest first.</summary>
    public IReadOnlyList<SlowRequest> Slowest()
    {
        lock (_breaking)
            return [.. _slowest.OrderByDescending(r => r.Service)];
    }

    /// <summary>Messages of errors and how often each came, most frequent first.</summary>
    public IReadOnlyDictionary<string, long> Errors()
    {
        lock (_errors)
        {
            var sorted = _errors.OrderByDescending(e => e.Value).ThenBy(e => e.Key, StringComparer.Ordinal);
            return new OrderedDictionary<string, long>(sorted, StringComparer.Ordinal);
        }
    }

    private OperationRecord OperationOf(Outcome outcome)
    {
        var (service, response) = (new LatencyHistogram(), new LatencyHistogram());
        foreach (var stripe in _stripes)
        {
            lock (stripe.Gate)
            {
                if (stripe.Times[(int)outcome] is { } times)
                {
                    service.Add(times.Service);
                    response.Add(times.Response);
                }
            }
        }

        lock (_breaking)
        {
            var breakdown = outcome == Outcome.Success ? _breakdown?.ToRecord() : null;
            return new OperationRecord(Operation, outcome, service.ToRecord(), response.ToRecord(), breakdown);
        }
    }

    private void Keep(SlowRequest request)
    {
        _slowest.Add(request);
        if (_slowest.Count > SlowRequest.Kept)
            _slowest.Remove(_slowest.MinBy(r => r.Service)!);

        if (_slowest.Count == SlowRequest.Kept)
            _leastKept = _slowest.Min(r => r.Service);
    }

    private void AddError(string message, long times)
    {
        lock (_errors)
        {
            var distinct = _errors.Count - (_errors.ContainsKey(OtherMessages) ? 1 : 0);
            var key = distinct < MaxMessages || _errors.ContainsKey(message) ? message : OtherMessages;
            CollectionsMarshal.GetValueRefOrAddDefault(_errors, key, out _) += times;
        }
    }

    private ResponseTimes SumWindows()
    {
        _sum.Clear();
        foreach (var stripe in _stripes)
        {
            // The exchanged window serves the next stripe, once it has been added and emptied.
            lock (stripe.Gate)
                (_spare, stripe.Window) = (stripe.Window, _spare);

            _sum.Add(_spare);
            _spare.Clear();
        }

        return _sum;
    }

    private long Count(Outcome outcome) => _stripes.Sum(stripe =>
    {
        lock (stripe.Gate)
            return stripe.Times[(int)outcome]?.Response.Count ?? 0;
    });

    // What a few workers share. Its lock is held for nanoseconds: to record, or once a second to exchange the window.
    private sealed class Stripe
    {
        // By outcome. A histogram is about 190 KB: only the successes have theirs from the start.
        public readonly (LatencyHistogram Service, LatencyHistogram Response)?[] Times =
            new (LatencyHistogram Service, LatencyHistogram Response)?[ResponseTimes.Outcomes];

        public Stripe() => TimesOf(Outcome.Success);

        public Lock Gate { get; } = new();

        // What came since the last sample.
        public ResponseTimes Window { get; set; } = new();

        public (LatencyHistogram Service, LatencyHistogram Response) TimesOf(Outcome outcome) => Times[(int)outcome] ??= (new(), new());
    }
}
