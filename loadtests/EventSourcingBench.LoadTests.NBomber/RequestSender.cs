using NBomber.Contracts;

namespace EventSourcingBench.LoadTests.NBomber;

/// <summary>Sends the requests that NBomber calls for, and records them. NBomber itself measures the same span as a step of the scenario's
/// name, so that waiting at the start line is not in it, and gets the same latency for the scenario. Requests of a step, warm-up included,
/// are numbered from 0: the last number is -1 before the first.</summary>
internal sealed class RequestSender(
    LoadScenario scenario, LoadRecorder? recorder, int workers, StrongBox<long> lastNumber, TimeProvider time,
    CancellationToken cancellationToken)
    : IDisposable
{
    private readonly ConcurrentQueue<int> _free = new(Enumerable.Range(0, workers));
    private readonly SemaphoreSlim _freeCount = new(workers);
    private readonly TaskCompletionSource _drained = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private long _pending = 1;
    // When the last answer came, a timestamp; 0 before the first.
    private long _lastEnd;
    private Exception? _defect;
    private IScenarioContext? _context;
    private readonly TaskCompletionSource _stopTold = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private int _stopped;

    public LoadScenario Scenario => scenario;

    public LoadRecorder? Recorder => recorder;

    public TimeProvider Time => time;

    public CancellationToken CancellationToken => cancellationToken;

    /// <summary>Comes before anything else in each call: the context of the last call can end the test.</summary>
    /// <returns>False when nothing is to be sent any more; NBomber is then asked to stop.</returns>
    public async ValueTask<bool> EnterAsync(IScenarioContext context)
    {
        Volatile.Write(ref _context, context);
        if (cancellationToken.IsCancellationRequested)
            Stop("ended by the user");

        if (Volatile.Read(ref _stopped) == 0)
            return true;

        await _stopTold.Task;
        return false;
    }

    public async Task<IResponse> EnterAndSendAsync(IScenarioContext context) =>
        await EnterAsync(context) ? await SendAsync(context, due: null, giveUp: long.MaxValue) : Response.Ok();

    /// <summary>Sends one request as soon as a worker is free for it.</summary>
    /// <param name="due">When it was due, a timestamp; null: when it is sent.</param>
    /// <param name="giveUp">What still waits for a worker at this timestamp is not sent and counts as an error.</param>
    public async Task<IResponse> SendAsync(IScenarioContext context, long? due, long giveUp)
    {
        Interlocked.Increment(ref _pending);
        try
        {
            var called = time.GetTimestamp();
            var response = await Step.Run(scenario.Name, context, () => SendAsync(due, giveUp));
            var latency = time.GetElapsedTime(called).TotalMilliseconds;

            // Without a status: NBomber adds up those of the scenario and of its steps.
            return response.IsError
                ? Response.Fail(string.Empty, string.Empty, 0, latency)
                : Response.Ok(string.Empty, 0, string.Empty, latency);
        }
        finally
        {
            Leave();
        }
    }

    /// <summary>Sends one request of a copy, and ends the test after the end of the measured time.</summary>
    public async Task<IResponse> SendUntilAsync(IScenarioContext context, long end)
    {
        var response = time.GetTimestamp() < end ? await SendAsync(context, due: null, giveUp: long.MaxValue) : Response.Ok();

        // Before NBomber calls again, and counts a request that nothing sends.
        if (time.GetTimestamp() >= end)
        {
            Stop("the measured time has ended");
            await _stopTold.Task;
        }

        return response;
    }

    /// <summary>Ends the test before NBomber's planned end.</summary>
    public void Stop(string reason)
    {
        if (Volatile.Read(ref _context) is { } context && Interlocked.Exchange(ref _stopped, 1) == 0)
        {
            context.StopCurrentTest(reason);
            _stopTold.TrySetResult();
        }
    }

    /// <summary>Waits for what is under way, also where NBomber has given up waiting for it.</summary>
    public async Task DrainAsync()
    {
        Leave();
        await _drained.Task;
        if (_defect is { } defect)
            throw new LoadEngineException($"A request ended with a defect: {defect.Message}", defect);
    }

    /// <summary>The time between two timestamps, or until the last answer where that is later or the user ended it.</summary>
    public MeasuredTime Measured(DateTimeOffset startedAt, long start, long end)
    {
        var lastEnd = Interlocked.Read(ref _lastEnd);
        var interrupted = cancellationToken.IsCancellationRequested && lastEnd < end;
        var last = interrupted ? lastEnd : Math.Max(end, lastEnd);
        return new MeasuredTime(startedAt, start == 0 || last < start ? TimeSpan.Zero : time.GetElapsedTime(start, last), interrupted);
    }

    /// <summary>Raises a highest value that several threads see.</summary>
    public static void Raise(ref long highest, long value)
    {
        var last = Interlocked.Read(ref highest);
        while (value > last && Interlocked.CompareExchange(ref highest, value, last) is var seen && seen != last)
            last = seen;
    }

    public void Dispose() => _freeCount.Dispose();

    private async Task<Response<object>> SendAsync(long? due, long giveUp)
    {
        await _freeCount.WaitAsync(CancellationToken.None);
        _free.TryDequeue(out var worker);
        try
        {
            var start = time.GetTimestamp();
            if (start > giveUp || cancellationToken.IsCancellationRequested)
                return NotSent(worker, due ?? start, start);

            var call = new LoadCall(worker, Interlocked.Increment(ref lastNumber.Value), due);
            var outcome = await scenario.RunAsync(call, CancellationToken.None);
            var end = time.GetTimestamp();
            recorder?.Record(worker, due ?? start, start, end, outcome);
            Raise(ref _lastEnd, end);
            return outcome == Outcome.Success ? Response.Ok(statusCode: nameof(Outcome.Success)) : Response.Fail(statusCode: $"{outcome}");
        }
        catch (Exception e)
        {
            // NBomber would count it as a failed request: kept, and thrown when the test has ended.
            Interlocked.CompareExchange(ref _defect, e, null);
            Stop("a request ended with a defect");
            return Response.Fail(statusCode: "Defect");
        }
        finally
        {
            _free.Enqueue(worker);
            _freeCount.Release();
        }
    }

    private Response<object> NotSent(int worker, long due, long now)
    {
        recorder?.Record(worker, due, now, now, Outcome.Error);
        recorder?.RecordError(cancellationToken.IsCancellationRequested
            ? "not sent: the step was ended while the request waited for a busy store"
            : "not sent: at the planned end so many requests waited that the store did not catch up in the step's time again");
        return Response.Fail(statusCode: "NotSent");
    }

    private void Leave()
    {
        if (Interlocked.Decrement(ref _pending) == 0)
            _drained.TrySetResult();
    }
}
