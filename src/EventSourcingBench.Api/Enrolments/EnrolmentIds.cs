namespace EventSourcingBench.Api.Enrolments;

/// <summary>Ids of facts that are stored as two events.</summary>
public static class EnrolmentIds
{
    /// <summary>
    /// The id of the same fact in the student's stream: the neighbour of the one in the course's stream, so that a retry finds
    /// both. The function is its own inverse. For an even number of <c>EventIds</c> it is the id of the following number, which
    /// is how a history numbers facts that are stored twice.
    /// </summary>
    /// <param name="id">One of the two ids.</param>
    public static Guid Second(Guid id)
    {
        Span<byte> bytes = stackalloc byte[16];
        id.TryWriteBytes(bytes);
        bytes[15] ^= 1;
        return new Guid(bytes);
    }
}
