using System.Globalization;
using EventSourcingBench.Domain;

namespace EventSourcingBench.Api;

/// <summary>
/// Fills a store before a load with what earlier iterations of the same load would have left: ten courses, ten students,
/// a hundred joinings at a time. Its ids begin with <see cref="Prefix"/>, so that no load touches them.
/// </summary>
public static class EnrolmentPreload
{
    /// <summary>How ids of courses and students begin.</summary>
    public const string Prefix = "old-";

    private const int Each = 10;
    private const int IterationsInABatch = 10;

    /// <summary>Appends the events of so many operations.</summary>
    /// <param name="enrolments">The store's enrolments.</param>
    /// <param name="operations">How many; 0 or more.</param>
    /// <param name="time">The clock, for identities.</param>
    /// <param name="cancellationToken">Ends it between two batches.</param>
    /// <returns>How many events were appended.</returns>
    public static async Task<long> FillAsync(
        IEnrolments enrolments, long operations, TimeProvider time, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(enrolments);
        ArgumentNullException.ThrowIfNull(time);
        var events = 0L;
        foreach (var batch in All(operations).Chunk(IterationsInABatch * Each * (Each + 2)))
        {
            await enrolments.PreloadAsync([.. batch.Select(e => new StoredEnrolment(Guid.CreateVersion7(time.GetUtcNow()), e))], cancellationToken);
            events += batch.Sum(e => e is StudentJoined ? enrolments.EventsOfJoining : 1);
        }

        return events;
    }

    private static IEnumerable<EnrolmentEvent> All(long operations)
    {
        for (var iteration = 0L; operations > 0; iteration++)
        {
            foreach (var happened in Iteration(iteration))
            {
                if (operations-- > 0)
                {
                    yield return happened;
                }
            }
        }
    }

    private static IEnumerable<EnrolmentEvent> Iteration(long iteration)
    {
        string Id(string kind, int number) => string.Create(CultureInfo.InvariantCulture, $"{Prefix}{kind}{iteration}-{number}");
        var numbers = Enumerable.Range(0, Each).ToArray();
        return numbers.Select(c => (EnrolmentEvent)new CourseRegistered(Id("c", c), Each))
            .Concat(numbers.Select(s => new StudentRegistered(Id("s", s), Each)))
            .Concat(numbers.SelectMany(s => numbers.Select(c => new StudentJoined(Id("c", c), Id("s", s)))));
    }
}
