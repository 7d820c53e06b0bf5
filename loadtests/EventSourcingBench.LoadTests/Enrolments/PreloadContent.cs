namespace EventSourcingBench.LoadTests.Enrolments;

/// <summary>The events of <see cref="EnrolmentPreload"/>. Where a joining has two, the number behind a registration is not used.</summary>
internal sealed class PreloadContent(EventIds ids, long operations, int eventsOfJoining) : IBulkContent
{
    private const int KeysOfIteration = 2 * EnrolmentPreload.Each;

    public IEnumerable<string> Keys => Operations
        .Where(n => n % EnrolmentPreload.OperationsOfIteration < KeysOfIteration)
        .Select(n => EnrolmentKeys.Of(EnrolmentPreload.EventAt(n)).First);

    /// <summary>The numbers of the events.</summary>
    public IEnumerable<long> Sent => Operations.SelectMany(
        n => Enumerable.Range(0, EnrolmentPreload.EventAt(n) is StudentJoined ? eventsOfJoining : 1), (n, i) => (n * eventsOfJoining) + i);

    private IEnumerable<long> Operations => Enumerable.InfiniteSequence(0L, 1L).TakeWhile(n => n < operations);

    public BulkHistory ToBulk() => new(this, operations * eventsOfJoining);

    public int StreamOf(long number)
    {
        var (operation, index) = Math.DivRem(number, eventsOfJoining);
        var (iteration, place) = Math.DivRem(operation, EnrolmentPreload.OperationsOfIteration);
        var inIteration = place < KeysOfIteration ? place
            : index == 0 ? place % EnrolmentPreload.Each
            : (place / EnrolmentPreload.Each) - 2 + EnrolmentPreload.Each;
        return (int)((iteration * KeysOfIteration) + inIteration);
    }

    public ulong HashOf(long number) =>
        EnrolmentKeys.HashOf(ids.Of(number), EnrolmentPreload.EventAt(number / eventsOfJoining), eventsOfJoining);
}
