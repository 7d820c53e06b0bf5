using EventSourcingBench.Hosting;
using EventSourcingBench.Measurement;

namespace EventSourcingBench.LoadTests;

/// <summary>What the command line says about a workload's parameters. What is null stays as the profile has it.</summary>
public sealed record WorkloadOverrides
{
    /// <summary><c>--copies</c>: 1 to 100 different whole numbers, each 1 to 1,000. Makes the model closed.</summary>
    public IReadOnlyList<int>? Copies { get; init; }

    /// <summary><c>--rate</c>: 1 to 100 different rates, requests a second, more than 0, at most 100,000. Makes the model open.</summary>
    public IReadOnlyList<double>? Rates { get; init; }

    /// <summary><c>--ramp</c>: the load rises from nothing to the step's value.</summary>
    public bool? Ramp { get; init; }

    /// <summary><c>--duration</c>: the measured time of each step, 100 ms to 24 hours.</summary>
    public TimeSpan? Duration { get; init; }

    /// <summary><c>--warm-up</c>: the time before it, 0 to 1 hour.</summary>
    public TimeSpan? WarmUp { get; init; }

    /// <summary><c>--timeout</c>: 10 ms to 10 minutes.</summary>
    public TimeSpan? Timeout { get; init; }

    /// <summary><c>--trials</c>: 1 to 100.</summary>
    public int? Trials { get; init; }

    /// <summary><c>--streams</c>: 1 to 100,000.</summary>
    public int? Streams { get; init; }

    /// <summary><c>--preload</c>: operations in the store before the load, one step each, 0 to 100,000,000.</summary>
    public IReadOnlyList<long>? Preloads { get; init; }

    /// <summary><c>--hot-courses</c>: courses that all clients share, 0 to 10.</summary>
    public int? HotCourses { get; init; }

    /// <summary><c>--shows</c>: 1 to 1,000,000.</summary>
    public int? Shows { get; init; }

    /// <summary><c>--seats</c>: of each show, 1 to 10,000.</summary>
    public int? Seats { get; init; }

    /// <summary><c>--grouping</c>: shows whose requests are shuffled together, 1 to 1,000.</summary>
    public int? Grouping { get; init; }

    /// <summary><c>--request-order</c>: <c>serial</c>, <c>concurrent</c>, <c>hot</c>, one step each.</summary>
    public IReadOnlyList<string>? Orders { get; init; }

    /// <summary><c>--command-handling</c>: <c>optimistic</c>, <c>single-writer</c>, <c>snapshot</c>, or a plug-in's; one step each.</summary>
    public IReadOnlyList<string>? Strategies { get; init; }

    /// <summary><c>--tries</c>: appends before a lost race is told, 1 to 100.</summary>
    public int? Tries { get; init; }

    /// <summary><c>--skew</c>: Zipf's exponents of the order hot, one step each, 0 to 5.</summary>
    public IReadOnlyList<double>? Skews { get; init; }

    /// <summary><c>--slo</c>: a bound on response times, such as p99 within 20 ms.</summary>
    public SloRecord? Slo { get; init; }

    /// <summary><c>--counts</c>: events of a trial, one step each, 1 to 100,000,000.</summary>
    public IReadOnlyList<long>? Counts { get; init; }

    /// <summary><c>--buffers</c>: bytes at which a buffer is flushed, one step each, 64 B to 64 MB.</summary>
    public IReadOnlyList<long>? Buffers { get; init; }

    /// <summary><c>--buffer-mode</c>: <c>blocking</c>, <c>non-blocking</c>, one step each.</summary>
    public IReadOnlyList<string>? BufferModes { get; init; }

    /// <summary><c>--nodes</c>: how many nodes keep the events, for each store that can have several, 1 to 9.</summary>
    public IReadOnlyList<int>? Nodes { get; init; }

    /// <summary><c>--linger</c>: how long an event waits in a buffer that does not fill, 1 ms to 1 minute.</summary>
    public TimeSpan? Linger { get; init; }

    /// <summary><c>--memory-limit</c>: what may wait in a non-blocking buffer, 64 KB to 16 GB.</summary>
    public long? MemoryLimit { get; init; }

    /// <summary><c>--kill-node-at</c>: when a node is killed, since the start of the last trial of a step with 3 nodes or more.</summary>
    public TimeSpan? KillNodeAt { get; init; }

    /// <summary><c>--events</c>: how many events a store grows to, 2,000 to 100,000,000.</summary>
    public long? Events { get; init; }

    /// <summary><c>--sample-every</c>: events between two samples, 2,000 or more.</summary>
    public long? SampleEvery { get; init; }

    /// <summary><c>--background</c>: single appends a second while samples are taken, 0 to 100,000.</summary>
    public double? Background { get; init; }

    /// <summary>True when nothing is overridden: the profile is run as it is.</summary>
    public bool IsEmpty => this == new WorkloadOverrides();

    /// <summary>The workload with these values in place of its own.</summary>
    /// <param name="workload">The profile's.</param>
    /// <exception cref="UserException">A value is out of range, or two contradict each other; the message says what is valid.</exception>
    public WorkloadRecord ApplyTo(WorkloadRecord workload)
    {
        ArgumentNullException.ThrowIfNull(workload);
        if (Copies is not null && Rates is not null)
        {
            throw new UserException(
                "--copies and --rate exclude each other: copies make a closed load (each waits for its answer), a rate an open one. Give one of them.");
        }

        Require("--copies", Copies, WorkloadRules.OfCopies);
        Require("--rate", Rates, WorkloadRules.OfRates);
        Require("--duration", Duration, WorkloadRules.OfDuration);
        Require("--warm-up", WarmUp, WorkloadRules.OfWarmUp);
        Require("--timeout", Timeout, WorkloadRules.OfTimeout);
        Require("--trials", Trials, WorkloadRules.OfTrials);
        Require("--streams", Streams, WorkloadRules.OfStreams);
        Require("--preload", Preloads, WorkloadRules.OfPreloads);
        Require("--hot-courses", HotCourses, WorkloadRules.OfHotCourses);
        Require("--shows", Shows, WorkloadRules.OfShows);
        Require("--seats", Seats, WorkloadRules.OfSeats);
        Require("--grouping", Grouping, WorkloadRules.OfGrouping);
        Require("--request-order", Orders, WorkloadRules.OfOrders);
        Require("--command-handling", Strategies, WorkloadRules.OfStrategies);
        Require("--tries", Tries, WorkloadRules.OfTries);
        Require("--skew", Skews, WorkloadRules.OfSkews);
        Require("--counts", Counts, WorkloadRules.OfCounts);
        Require("--buffers", Buffers, WorkloadRules.OfBuffers);
        Require("--buffer-mode", BufferModes, WorkloadRules.OfBufferModes);
        Require("--nodes", Nodes, WorkloadRules.OfNodes);
        Require("--linger", Linger, WorkloadRules.OfLinger);
        Require("--memory-limit", MemoryLimit, WorkloadRules.OfMemoryLimit);
        Require("--kill-node-at", KillNodeAt, WorkloadRules.OfKillNodeAt);
        Require("--events", Events, WorkloadRules.OfEvents);
        Require("--sample-every", SampleEvery, WorkloadRules.OfSampleEvery);
        Require("--background", Background, WorkloadRules.OfBackground);
        return workload with
        {
            Copies = Copies ?? (Rates is null ? workload.Copies : []),
            Rates = Rates ?? (Copies is null ? workload.Rates : []),
            Ramp = Ramp ?? workload.Ramp,
            Duration = Duration ?? workload.Duration,
            WarmUp = WarmUp ?? workload.WarmUp,
            Timeout = Timeout ?? workload.Timeout,
            Trials = Trials ?? workload.Trials,
            Streams = Streams ?? workload.Streams,
            Preloads = Preloads ?? workload.Preloads,
            HotCourses = HotCourses ?? workload.HotCourses,
            Shows = Shows ?? workload.Shows,
            Seats = Seats ?? workload.Seats,
            Grouping = Grouping ?? workload.Grouping,
            Orders = Orders ?? workload.Orders,
            Strategies = Strategies ?? workload.Strategies,
            Tries = Tries ?? workload.Tries,
            Slo = Slo ?? workload.Slo,
            Skews = Skews ?? workload.Skews,
            Counts = Counts ?? workload.Counts,
            Buffers = Buffers ?? workload.Buffers,
            BufferModes = BufferModes ?? workload.BufferModes,
            Nodes = Nodes ?? workload.Nodes,
            Linger = Linger ?? workload.Linger,
            MemoryLimit = MemoryLimit ?? workload.MemoryLimit,
            KillNodeAt = KillNodeAt ?? workload.KillNodeAt,
            Events = Events ?? workload.Events,
            SampleEvery = SampleEvery ?? workload.SampleEvery,
            Background = Background ?? workload.Background,
        };
    }

    private static void Require<T>(string option, T? value, Func<T, string?> complaint)
        where T : struct
    {
        if (value is { } given && complaint(given) is { } text)
        {
            throw new UserException($"{option}: {text}");
        }
    }

    private static void Require<T>(string option, IReadOnlyList<T>? value, Func<IReadOnlyList<T>, string?> complaint)
    {
        if (value is not null && complaint(value) is { } text)
        {
            throw new UserException($"{option}: {text}");
        }
    }
}
