using System.Globalization;
using EventSourcingBench.Domain;
using EventSourcingBench.Measurement.Histories;

namespace EventSourcingBench.Api;

/// <summary>
/// Fills a store before a load with what earlier iterations of the same load would have left: ten courses, ten students,
/// a hundred joinings at a time. Its ids begin with <see cref="Prefix"/>, so that no load touches them.
/// </summary>
public static class EnrolmentPreload
{
    /// <summary>How ids of courses and students begin.</summary>
    public const string Prefix = "old-";

    /// <summary>Courses, and students, of an iteration.</summary>
    public const int Each = 10;

    /// <summary>Operations of an iteration.</summary>
    public const int OperationsOfIteration = Each * (Each + 2);

    private const int IterationsInABatch = 10;

    /// <summary>
    /// Appends the events of so many operations. Event n has the number n * <see cref="IEnrolments.EventsOfJoining"/>; where a fact is
    /// kept twice, the number behind it is of its second event, see <see cref="EnrolmentIds"/>.
    /// </summary>
    /// <param name="enrolments">The store's enrolments.</param>
    /// <param name="operations">How many; 0 or more.</param>
    /// <param name="ids">The identities.</param>
    /// <param name="cancellationToken">Ends it between two batches.</param>
    /// <returns>How many events were appended.</returns>
    public static async Task<long> FillAsync(
        IEnrolments enrolments, long operations, EventIds ids, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(enrolments);
        var events = 0L;
        for (var first = 0L; first < operations; first += IterationsInABatch * OperationsOfIteration)
        {
            var batch = new List<StoredEnrolment>();
            for (var n = first; n < Math.Min(operations, first + (IterationsInABatch * OperationsOfIteration)); n++)
            {
                batch.Add(new StoredEnrolment(ids.Of(n * enrolments.EventsOfJoining), EventAt(n)));
            }

            await enrolments.PreloadAsync(batch, cancellationToken);
            events += batch.Sum(e => e.Event is StudentJoined ? enrolments.EventsOfJoining : 1);
        }

        return events;
    }

    /// <summary>The event of an operation.</summary>
    /// <param name="operation">Its number, from 0.</param>
    public static EnrolmentEvent EventAt(long operation)
    {
        var (iteration, place) = Math.DivRem(operation, OperationsOfIteration);
        string Id(string kind, long number) => string.Create(CultureInfo.InvariantCulture, $"{Prefix}{kind}{iteration}-{number}");
        return place < Each ? new CourseRegistered(Id("c", place), Each)
            : place < 2 * Each ? new StudentRegistered(Id("s", place - Each), Each)
            : new StudentJoined(Id("c", place % Each), Id("s", (place / Each) - 2));
    }
}
