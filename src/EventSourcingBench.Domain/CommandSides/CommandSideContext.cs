namespace EventSourcingBench.Domain.CommandSides;

/// <summary>What the host gives a command side to run on.</summary>
public sealed record CommandSideContext
{
    /// <summary>
    /// Where the streams are: a show's events are in <see cref="ShowStreams.Of"/>, as <see cref="ReservationEvents"/> writes them, with the
    /// command's id as that of its event, so that what was acknowledged can be read back from the store.
    /// </summary>
    public required IEventStore Events { get; init; }

    /// <summary>The namespace of the store: nodes of one namespace belong together, others do not.</summary>
    public required string Namespace { get; init; }

    /// <summary>A show that got no command for this long is to be put out of memory.</summary>
    public required TimeSpan IdleTime { get; init; }

    /// <summary>The clock.</summary>
    public required TimeProvider Time { get; init; }
}
