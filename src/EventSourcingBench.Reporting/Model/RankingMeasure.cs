namespace EventSourcingBench.Reporting;

/// <summary>What the stores of a suite are ranked by.</summary>
public enum RankingMeasure
{
    /// <summary>The best throughput over all loads; more is better. Suites in the closed model.</summary>
    Throughput = 0,

    /// <summary>The highest rate that was kept, then the 99th percentile of the response time at it. The open model.</summary>
    SustainedRate = 1,

    /// <summary>The 99th percentile of the projection delay at one load for all; less is better. Suites with a projection.</summary>
    ProjectionDelay = 2,

    /// <summary>The best median of events a second over all buffers, at the greatest count; more is better. Suites that pour events in.</summary>
    BulkRate = 3,

    /// <summary>The median time of an append with the most events in the store that most stores reached; less is better. Suites in which stores grow.</summary>
    GrownAppend = 4,
}
