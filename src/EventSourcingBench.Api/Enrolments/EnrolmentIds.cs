namespace EventSourcingBench.Api;

/// <summary>Identities of events that keep one fact twice.</summary>
public static class EnrolmentIds
{
    /// <summary>
    /// The identity of the same fact in the student's stream: the neighbour of the one in the course's stream, so that a
    /// repeat finds both. Applied twice it gives the first again. Of an even number of <c>EventIds</c> it is the id of the number
    /// behind it: a history of facts that are kept twice numbers them so.
    /// </summary>
    /// <param name="id">One of the two.</param>
    public static Guid Second(Guid id)
    {
        Span<byte> bytes = stackalloc byte[16];
        id.TryWriteBytes(bytes);
        bytes[15] ^= 1;
        return new Guid(bytes);
    }
}
