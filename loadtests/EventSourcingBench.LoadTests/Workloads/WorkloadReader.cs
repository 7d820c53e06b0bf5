using EventSourcingBench.Measurement;

namespace EventSourcingBench.LoadTests;

/// <summary>Reads one profile of a workload file.</summary>
internal static class WorkloadReader
{
    public static WorkloadRecord Read(LineJson profile, WorkloadShape shape, string question)
    {
        foreach (var (former, name) in WorkloadKeys.Renamed.Where(r => shape.Keys.Contains(r.Value)))
        {
            if (profile.Optional(former) is { } value)
            {
                throw value.Error($"the key '{former}' is now '{name}'.");
            }
        }

        profile.RequireKeys(shape.Keys);
        foreach (var key in shape.Required)
        {
            profile.Required(key);
        }

        var workload = new WorkloadRecord
        {
            Question = question,
            Copies = List(WorkloadKeys.Copies, i => i.Integer(), WorkloadRules.OfCopies),
            Rates = List(WorkloadKeys.Rates, i => i.Number(), WorkloadRules.OfRates),
            Ramp = profile.Optional(WorkloadKeys.Ramp)?.Switch() ?? false,
            Duration = Time(WorkloadKeys.Duration, WorkloadRules.OfDuration) ?? TimeSpan.Zero,
            WarmUp = Time(WorkloadKeys.WarmUp, WorkloadRules.OfWarmUp) ?? TimeSpan.Zero,
            Timeout = Time(WorkloadKeys.Timeout, WorkloadRules.OfTimeout) ?? TimeSpan.Zero,
            Trials = Value(WorkloadKeys.Trials, v => v.Integer(), WorkloadRules.OfTrials) ?? 1,
            Streams = Value(WorkloadKeys.Streams, v => v.Integer(), WorkloadRules.OfStreams) ?? 1,
            Preloads = List(WorkloadKeys.Preloads, i => (long)i.Integer(), WorkloadRules.OfPreloads),
            HotCourses = Value(WorkloadKeys.HotCourses, v => v.Integer(), WorkloadRules.OfHotCourses) ?? 0,
            Shows = Value(WorkloadKeys.Shows, v => v.Integer(), WorkloadRules.OfShows) ?? 0,
            Seats = Value(WorkloadKeys.Seats, v => v.Integer(), WorkloadRules.OfSeats) ?? 0,
            Grouping = Value(WorkloadKeys.Grouping, v => v.Integer(), WorkloadRules.OfGrouping) ?? 0,
            Orders = List(WorkloadKeys.RequestOrders, i => i.Text(), WorkloadRules.OfOrders),
            Strategies = List(WorkloadKeys.CommandHandling, i => i.Text(), WorkloadRules.OfStrategies),
            Tries = Value(WorkloadKeys.Tries, v => v.Integer(), WorkloadRules.OfTries) ?? 0,
            Slo = profile.Optional(WorkloadKeys.Slo) is { } slo ? SloText.Parse(slo.Text()) ?? throw slo.Error(SloText.Complaint) : null,
            Skews = profile.Optional(WorkloadKeys.Skews) is null && shape.Keys.Contains(WorkloadKeys.Skews)
                ? [WorkloadRules.DefaultSkew]
                : List(WorkloadKeys.Skews, i => i.Number(), WorkloadRules.OfSkews),
            Counts = List(WorkloadKeys.Counts, i => (long)i.Integer(), WorkloadRules.OfCounts),
            Buffers = List(WorkloadKeys.Buffers, i => i.Size(), WorkloadRules.OfBuffers),
            BufferModes = List(WorkloadKeys.BufferModes, i => i.Text(), WorkloadRules.OfBufferModes),
            Nodes = List(WorkloadKeys.Nodes, i => i.Integer(), WorkloadRules.OfNodes),
            Linger = Time(WorkloadKeys.Linger, WorkloadRules.OfLinger) ?? Default(WorkloadKeys.Linger, WorkloadRules.DefaultLinger),
            MemoryLimit = Value(WorkloadKeys.MemoryLimit, v => v.Size(), WorkloadRules.OfMemoryLimit) ?? Default(WorkloadKeys.MemoryLimit, WorkloadRules.DefaultMemoryLimit),
            KillNodeAt = Time(WorkloadKeys.KillNodeAt, WorkloadRules.OfKillNodeAt),
            Events = Value(WorkloadKeys.Events, v => (long)v.Integer(), WorkloadRules.OfEvents) ?? 0,
            SampleEvery = Value(WorkloadKeys.SampleEvery, v => (long)v.Integer(), WorkloadRules.OfSampleEvery) ?? 0,
            Background = Value(WorkloadKeys.Background, v => v.Number(), WorkloadRules.OfBackground) ?? 0,
        };
        return profile.Checked(workload, shape.Complaint);

        T Default<T>(string key, T value)
            where T : struct => shape.Keys.Contains(key) ? value : default;

        TimeSpan? Time(string key, Func<TimeSpan, string?> rule) => Value(key, v => v.Duration(), rule);

        T? Value<T>(string key, Func<LineJson, T> read, Func<T, string?> rule)
            where T : struct => profile.Optional(key) is { } value ? value.Checked(read(value), rule) : null;

        IReadOnlyList<T> List<T>(string key, Func<LineJson, T> read, Func<IReadOnlyList<T>, string?> rule) =>
            profile.Optional(key) is { } list ? list.Checked([.. list.Items().Select(read)], rule) : [];
    }
}
