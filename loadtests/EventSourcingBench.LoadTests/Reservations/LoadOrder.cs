namespace EventSourcingBench.LoadTests.Reservations;

/// <summary>In which order requests to shows come.</summary>
internal enum LoadOrder
{
    /// <summary>The requests of a show come one after the other in time, while many shows are in use.</summary>
    Serial = 0,

    /// <summary>All requests of a few shows come at once, shuffled together; then those of the next few.</summary>
    Concurrent = 1,

    /// <summary>All shows at any time, some far more often than others (Zipf).</summary>
    Hot = 2,
}
