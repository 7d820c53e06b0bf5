using EventSourcingBench.Measurement;

namespace EventSourcingBench.LoadTests;

/// <summary>Reads one profile of a workload file.</summary>
internal static class WorkloadReader
{
    private const string Copies = "copies";
    private const string Rates = "rates";
    private const string Ramp = "ramp";
    private const string Duration = "duration";
    private const string WarmUp = "warmUp";
    private const string Trials = "trials";
    private const string Streams = "streams";
    private const string Timeout = "timeout";
    private const string Preloads = "preloads";
    private const string HotCourses = "hotCourses";
    private static readonly string[] Keys = [Copies, Rates, Ramp, Streams, Preloads, HotCourses, WarmUp, Duration, Trials, Timeout];

    public static WorkloadRecord Read(LineJson profile, string question)
    {
        profile.RequireKeys(Keys);
        var workload = new WorkloadRecord
        {
            Question = question,
            Copies = profile.Optional(Copies) is { } copies
                ? copies.Checked(copies.Items().Select(i => i.Integer()).ToList(), WorkloadRules.OfCopies)
                : [],
            Rates = profile.Optional(Rates) is { } rates
                ? rates.Checked(rates.Items().Select(i => i.Number()).ToList(), WorkloadRules.OfRates)
                : [],
            Ramp = profile.Optional(Ramp)?.Switch() ?? false,
            Duration = Time(Duration, WorkloadRules.OfDuration),
            WarmUp = Time(WarmUp, WorkloadRules.OfWarmUp),
            Timeout = Time(Timeout, WorkloadRules.OfTimeout),
            Trials = Count(Trials, WorkloadRules.OfTrials),
            Streams = profile.Optional(Streams) is null ? 1 : Count(Streams, WorkloadRules.OfStreams),
            Preloads = profile.Optional(Preloads) is { } preloads
                ? preloads.Checked(preloads.Items().Select(i => (long)i.Integer()).ToList(), WorkloadRules.OfPreloads)
                : [],
            HotCourses = profile.Optional(HotCourses) is null ? 0 : Count(HotCourses, WorkloadRules.OfHotCourses),
        };
        return profile.Checked(workload, WorkloadRules.OfWhole);

        TimeSpan Time(string key, Func<TimeSpan, string?> rule)
        {
            var value = profile.Required(key);
            return value.Checked(value.Duration(), rule);
        }

        int Count(string key, Func<int, string?> rule)
        {
            var value = profile.Required(key);
            return value.Checked(value.Integer(), rule);
        }
    }
}
