using System.Runtime.InteropServices;
using EventSourcingBench.Domain;
using EventSourcingBench.Measurement;

namespace EventSourcingBench.LoadTests;

/// <summary>
/// Every request that was sent in a step, the creation of the shows and the warm-up included, and what was heard of it. Each worker
/// has its own part.
/// </summary>
/// <param name="workers">How many workers there are, 1 or more.</param>
internal sealed class ReservationLedger(int workers)
{
    private readonly Lane[] _lanes = [.. Enumerable.Range(0, workers).Select(_ => new Lane())];

    /// <summary>All requests. To be read when no worker is at work any more.</summary>
    public IEnumerable<SeatEntry> Entries => _lanes.SelectMany(l => l.Sent);

    /// <summary>The requests since <see cref="StartMeasuring"/>. To be read when no worker is at work any more.</summary>
    public IEnumerable<SeatEntry> Measured => _lanes.SelectMany(l => l.Sent.Skip(l.Warm));

    /// <summary>What comes from now on is of the measured time. To be called when no worker is at work.</summary>
    public void StartMeasuring()
    {
        foreach (var lane in _lanes)
        {
            lane.Warm = lane.Sent.Count;
        }
    }

    /// <summary>How many requests were sent. Exact when no worker is at work.</summary>
    public long Count => _lanes.Sum(l => (long)l.Sent.Count);

    /// <summary>Appends that lost a race on the way to an answer.</summary>
    public long LostRaces => _lanes.Sum(l => l.LostRaces);

    /// <summary>How often requests were sent again because a connection was refused or broke.</summary>
    public long Resent => _lanes.Sum(l => l.Resent);

    /// <summary>The most appends that one request took.</summary>
    public int MostTries => _lanes.Max(l => l.MostTries);

    /// <summary>Enters a request that is about to be sent: its outcome is unknown until it is settled.</summary>
    public void Send(int worker, int show, ShowCommand command) =>
        _lanes[worker].Sent.Add(new SeatEntry(command.Id, show, checked((short)command.Number), Tries: 0, command.Kind, Outcome.Timeout));

    /// <summary>Settles the worker's last request.</summary>
    public void Settle(int worker, ReservationReply reply)
    {
        var lane = _lanes[worker];
        var last = CollectionsMarshal.AsSpan(lane.Sent)[^1..];
        last[0] = last[0] with { Outcome = reply.Outcome, Tries = (short)Math.Min(reply.Tries, short.MaxValue) };
        lane.Resent += reply.Resent;
        lane.MostTries = Math.Max(lane.MostTries, reply.Tries);
        lane.LostRaces += reply.Outcome == Outcome.Success ? Math.Max(0, reply.Tries - 1) : reply.Tries;
    }

    private sealed class Lane
    {
        public List<SeatEntry> Sent { get; } = [];

        // How many of them are of the time before the measured one.
        public int Warm { get; set; }

        public long LostRaces { get; set; }

        public long Resent { get; set; }

        public int MostTries { get; set; }
    }
}
