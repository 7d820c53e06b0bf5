namespace EventSourcingBench.Stores.Etcd.Client;

/// <summary>The paths of the gateway, etcd 3.4 and later.</summary>
internal static class EtcdPaths
{
    public const string Transaction = "/v3/kv/txn";
    public const string Range = "/v3/kv/range";
    public const string DeleteRange = "/v3/kv/deleterange";
    public const string Watch = "/v3/watch";
    public const string Status = "/v3/maintenance/status";
    public const string Alarm = "/v3/maintenance/alarm";
    public const string Members = "/v3/cluster/member/list";

    /// <summary>The server's variables, including its command line.</summary>
    public const string Variables = "/debug/vars";

    /// <summary>The server's counters.</summary>
    public const string Metrics = "/metrics";
}
