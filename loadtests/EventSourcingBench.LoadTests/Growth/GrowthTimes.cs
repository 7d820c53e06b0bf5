namespace EventSourcingBench.LoadTests.Growth;

/// <summary>Times of one thing that is done again and again.</summary>
internal static class GrowthTimes
{
    /// <summary>The time that so many percent of the others do not exceed (nearest rank).</summary>
    /// <param name="times">One or more.</param>
    /// <param name="percent">More than 0, at most 100.</param>
    public static TimeSpan Percentile(IReadOnlyList<TimeSpan> times, double percent) =>
        times.Order().ElementAt((int)Math.Ceiling(percent / 100 * times.Count) - 1);

    /// <summary>Times an action.</summary>
    public static async Task<TimeSpan> OfAsync(TimeProvider time, Func<Task> action)
    {
        var start = time.GetTimestamp();
        await action();
        return time.GetElapsedTime(start);
    }

    /// <summary>The times of several actions, each by its number.</summary>
    public static async Task<IReadOnlyList<TimeSpan>> ListAsync(int count, Func<int, Task<TimeSpan>> action)
    {
        var times = new TimeSpan[count];
        for (var i = 0; i < count; i++)
        {
            times[i] = await action(i);
        }

        return times;
    }
}
