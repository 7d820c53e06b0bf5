namespace EventSourcingBench.LoadTests;

/// <summary>In which order requests to shows come.</summary>
internal enum LoadOrder
{
    /// <summary>All requests of a show one after the other in time, then those of the next show.</summary>
    Serial = 0,

    /// <summary>Requests of several shows shuffled together.</summary>
    Concurrent = 1,

    /// <summary>All shows at any time, some far more often than others (Zipf).</summary>
    Hot = 2,
}
