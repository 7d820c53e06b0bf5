namespace EventSourcingBench.Stores.PostgreSql.Dcb;

/// <summary>A read or an append that waits for the lane's next round trip.</summary>
internal abstract class DcbWork : LaneWork;
