namespace EventSourcingBench.Measurement.Load;

/// <summary>Keeps what a load generator measures of one operation: service and response times by outcome, one sample a second, messages of
/// errors. Safe for concurrent use by all workers and one sampler.</summary>
/// <remarks>Workers share a few stripes (two a processor, at most 16), each with a separate lock: a recording worker hardly ever waits, and
/// memory does not grow with the workers.</remarks>
public sealed class LoadRecorder
{
    private const int MaxStripes = 16;

    private readonly TimeProvider _time;
    private readonly RecorderStripe[] _stripes;
    private readonly ErrorTally _errors = new();
    private readonly Lock _sampling = new();
    private readonly ResponseTimes _sum = new();
    private ResponseTimes _spare = new();
    private LoadTotals _elsewhere;

    /// <summary>Makes an empty recorder.</summary>
    /// <param name="operation">The name of the operation in the record, such as <c>append</c>.</param>
    /// <param name="maxWorkers">How many workers record, see <see cref="LoadSimulation.MaxWorkers"/>; 1 or more.</param>
    /// <param name="time">Whose timestamps <see cref="Record"/> gets.</param>
    public LoadRecorder(string operation, int maxWorkers, TimeProvider time)
    {
        ArgumentException.ThrowIfNullOrWhiteSpace(operation);
        ArgumentOutOfRangeException.ThrowIfLessThan(maxWorkers, 1);
        Operation = operation;
        _time = time;
        var stripes = Math.Min(maxWorkers, Math.Min(MaxStripes, 2 * Environment.ProcessorCount));
        _stripes = [.. Enumerable.Range(0, stripes).Select(_ => new RecorderStripe())];
    }

    /// <summary>The name of the operation.</summary>
    public string Operation { get; }

    /// <summary>Forgets everything so far. The engine calls it when the warm-up has drained, just before the measured time, while nothing
    /// is recorded.</summary>
    public void StartMeasuring()
    {
        Array.ForEach(_stripes, s => s.Clear());
        _errors.Clear();
        lock (_sampling)
        {
            _elsewhere = default;
        }
    }

    /// <summary>Keeps one request: when it was due, was sent (the same in the closed model) and ended, timestamps of the
    /// <see cref="TimeProvider"/>. Allocates nothing, but for the first request of an outcome other than success.</summary>
    public void Record(int worker, long intendedStart, long actualStart, long end, Outcome outcome)
    {
        var service = _time.GetElapsedTime(actualStart, end);
        var response = _time.GetElapsedTime(intendedStart, end);
        _stripes[(uint)worker % (uint)_stripes.Length].Record(service, response, outcome);
    }

    /// <summary>Counts the message of a request that failed. The first 20 distinct messages are kept, the rest counts as
    /// <c>other</c>.</summary>
    /// <param name="message">In the user's words, without ids or times, so that equal causes count as one.</param>
    public void RecordError(string message) => _errors.Add(message);

    /// <summary>The sample of what was recorded since the last call, or since the start. To be called once a second, and once more at the
    /// end for the rest.</summary>
    /// <param name="second">The number that the sample gets; 0 for the first.</param>
    public SecondRecord TakeSecond(int second)
    {
        lock (_sampling)
        {
            SumWindows();
            return _sum.ToSecond(second);
        }
    }

    /// <summary>The same as <see cref="TakeSecond"/> for another recorder to <see cref="Add(LoadWindow)"/>: what this one saw since the
    /// last call of either.</summary>
    public LoadWindow TakeWindow()
    {
        lock (_sampling)
        {
            SumWindows();
            return _sum.ToWindow();
        }
    }

    /// <summary>Adds what a recorder in another process saw for a moment to the samples and, until its operations are
    /// <see cref="Add(IReadOnlyList{OperationRecord}, IReadOnlyDictionary{string, long})">added</see>, to the totals.</summary>
    public void Add(LoadWindow window)
    {
        _stripes[0].Add(window);
        lock (_sampling)
        {
            _elsewhere = _elsewhere.Add(window.Totals);
        }
    }

    /// <summary>Adds all times and errors that a recorder in another process kept, when it records no more.</summary>
    public void Add(IReadOnlyList<OperationRecord> operations, IReadOnlyDictionary<string, long> errors)
    {
        foreach (var operation in operations)
            _stripes[0].Add(operation);

        foreach (var (message, times) in errors)
        {
            _errors.Add(message, times);
        }

        lock (_sampling)
        {
            _elsewhere = _elsewhere.Without(LoadTotals.Of(operations));
        }
    }

    /// <summary>How many requests have ended so far, for a progress display.</summary>
    public LoadTotals Totals()
    {
        lock (_sampling)
        {
            return LoadTotals.Of(Count).Add(_elsewhere);
        }
    }

    /// <summary>The times by outcome. The successes are always there, first, if only with a count of 0; other outcomes where they
    /// came.</summary>
    public IReadOnlyList<OperationRecord> Operations()
    {
        var records = new List<OperationRecord>();
        foreach (var outcome in Enum.GetValues<Outcome>().Where(o => o == Outcome.Success || Count(o) > 0))
        {
            var sum = new OutcomeTimes();
            Array.ForEach(_stripes, s => s.AddTo(sum, outcome));
            records.Add(new OperationRecord(Operation, outcome, sum.Service.ToRecord(), sum.Response.ToRecord()));
        }

        return records;
    }

    /// <summary>Messages of errors and how often each came, most frequent first.</summary>
    public IReadOnlyDictionary<string, long> Errors() => _errors.ToDictionary();

    private void SumWindows()
    {
        _sum.Clear();
        foreach (var stripe in _stripes)
        {
            // The exchanged window serves the next stripe, once it has been added and emptied.
            var filled = stripe.Exchange(_spare);
            _sum.Add(filled);
            filled.Clear();
            _spare = filled;
        }
    }

    private long Count(Outcome outcome) => _stripes.Sum(s => s.Count(outcome));
}
