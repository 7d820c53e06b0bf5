using EventSourcingBench.Domain;
using EventSourcingBench.Measurement;

namespace EventSourcingBench.LoadTests;

/// <summary>Every operation that was sent in a step, warm-up included, and what was heard of it. Each worker has its own part.</summary>
/// <param name="workers">How many workers there are, 1 or more.</param>
internal sealed class EnrolmentLedger(int workers)
{
    private readonly Lane[] _lanes = [.. Enumerable.Range(0, workers).Select(_ => new Lane())];

    /// <summary>How many operations were sent. Exact when no worker is at work.</summary>
    public long Count => _lanes.Sum(l => (long)l.Sent.Count);

    /// <summary>Races that were lost on the way to answers.</summary>
    public long Retries => _lanes.Sum(l => l.Retries);

    /// <summary>All operations, with null where the outcome is not known. To be read when no worker is at work any more.</summary>
    public IEnumerable<(EnrolmentCommand Command, Outcome? Outcome)> Entries => _lanes.SelectMany(l => l.Sent);

    /// <summary>Shared courses that a client found full.</summary>
    public IEnumerable<string> FullCourses => _lanes.SelectMany(l => l.FullCourses).Distinct(StringComparer.Ordinal);

    /// <summary>Enters an operation that is about to be sent: its outcome is unknown until it is settled.</summary>
    public void Send(int worker, EnrolmentCommand command) => _lanes[worker].Sent.Add((command, null));

    /// <summary>Settles the worker's last operation. A timeout stays unknown.</summary>
    public void Settle(int worker, EnrolmentReply reply)
    {
        var lane = _lanes[worker];
        lane.Retries += reply.Retries;
        if (reply.Outcome != Outcome.Timeout)
        {
            lane.Sent[^1] = lane.Sent[^1] with { Outcome = reply.Outcome };
        }

        if (reply.Refusal == EnrolmentRefusal.CourseFull && lane.Sent[^1].Command.Wanted is StudentJoined joined)
        {
            lane.FullCourses.Add(joined.Course);
        }
    }

    private sealed class Lane
    {
        public List<(EnrolmentCommand Command, Outcome? Outcome)> Sent { get; } = [];

        public HashSet<string> FullCourses { get; } = new(StringComparer.Ordinal);

        public long Retries { get; set; }
    }
}
