using EventSourcingBench.Measurement;

namespace EventSourcingBench.LoadTests;

/// <summary>The load that a generator is to make.</summary>
internal sealed record GeneratorStep
{
    /// <summary>Names the step.</summary>
    public required Guid Id { get; init; }

    /// <summary>Names the bars, which were sent before.</summary>
    public required Guid Bars { get; init; }

    /// <summary>The address below which each currency has its bars, with a slash behind it.</summary>
    public required Uri Currencies { get; init; }

    /// <summary>How many streams.</summary>
    public required int Streams { get; init; }

    /// <summary>The id of the first event of the step.</summary>
    public required Guid FirstId { get; init; }

    /// <summary>After this a request counts as a timeout.</summary>
    public required TimeSpan Timeout { get; init; }

    /// <summary>How much load this generator makes.</summary>
    public required LoadSimulation Simulation { get; init; }

    /// <summary>Which part of the whole load that is.</summary>
    public required LoadShare Share { get; init; }

    /// <summary>How much later than the others it begins.</summary>
    public required TimeSpan Delay { get; init; }
}
