using EventSourcingBench.Domain;
using EventSourcingBench.Measurement;

namespace EventSourcingBench.LoadTests;

/// <summary>The suite <c>enrolment</c>: students join courses, and the rules hold.</summary>
internal sealed class EnrolmentExperiment : IExperiment
{
    private readonly ExperimentContext _context;
    private readonly EnrolmentLedger _ledger;
    private readonly EnrolmentLoad _load;
    private IEnrolmentTarget? _target;
    private long _preloaded;

    public EnrolmentExperiment(ExperimentContext context)
    {
        _context = context;
        _ledger = new EnrolmentLedger(context.Workers);
        _load = new EnrolmentLoad(
            () => Target, context.Workers, context.Step.Workload.HotCourses, _ledger, context.Recorder, context.Step.Workload.Timeout, context.Tools.Time);
    }

    public ILoad Load => _load;

    private IEnrolmentTarget Target => _target ?? throw new InvalidOperationException("The step was not prepared.");

    public async Task PrepareAsync(CancellationToken cancellationToken)
    {
        await _context.Store.ResetAsync(_context.Workers, [], cancellationToken);
        _target = _context.Store.Enrolments;
        if (_context.Step.Preload is > 0 and var operations)
        {
            _context.Tools.Progress.Phase(_context.Step, "preloading");
            _preloaded = await _target.PreloadAsync(operations, cancellationToken);
        }
    }

    public ValueTask WarmAsync() => ValueTask.CompletedTask;

    public Task<StepResult> FinishAsync(StepResult result)
    {
        var done = _ledger.Entries.Where(e => e.Outcome == Outcome.Success).ToList();
        var joinings = done.LongCount(e => e.Command.Wanted is StudentJoined);
        return Task.FromResult(result with
        {
            Enrolments = new EnrolmentRecord
            {
                Operations = done.Count,
                Joinings = joinings,
                Events = done.Count + (joinings * (Target.EventsOfJoining - 1)),
                Refused = _ledger.Entries.LongCount(e => e.Outcome == Outcome.Refused),
                Retries = _ledger.Retries,
                CoursesFilled = _ledger.FullCourses.LongCount(),
            },
        });
    }

    public async Task<VerdictRecord> VerifyAsync(string? failure)
    {
        if (failure is not null && _ledger.Count == 0)
        {
            return new VerdictRecord { Passed = false, Text = $"not verified: {failure}" };
        }

        return await new EnrolmentVerifier(_ledger, Target.EventsOfJoining, _preloaded)
            .VerifyAsync(Target.ReadAllAsync(CancellationToken.None), _context.Tools.Time);
    }
}
