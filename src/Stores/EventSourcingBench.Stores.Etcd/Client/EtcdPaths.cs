namespace EventSourcingBench.Stores.Etcd;

/// <summary>The calls of the gateway, as etcd 3.4 and later have them.</summary>
internal static class EtcdPaths
{
    public const string Transaction = "/v3/kv/txn";
    public const string Range = "/v3/kv/range";
    public const string DeleteRange = "/v3/kv/deleterange";
    public const string Watch = "/v3/watch";
    public const string Status = "/v3/maintenance/status";
    public const string Alarm = "/v3/maintenance/alarm";
    public const string Members = "/v3/cluster/member/list";

    /// <summary>The server's own variables, its command line among them.</summary>
    public const string Variables = "/debug/vars";

    /// <summary>What the server counts.</summary>
    public const string Metrics = "/metrics";
}
