namespace EventSourcingBench.LoadTests.Targets;

/// <summary>How the generator reaches a store.</summary>
internal static class Via
{
    /// <summary>Through the API, as users of a service do.</summary>
    public const string Http = "http";

    /// <summary>By the store's client in the generator's own process.</summary>
    public const string Direct = "direct";

    /// <summary>Refuses anything else.</summary>
    public static void Check(string value)
    {
        if (value is not (Http or Direct))
        {
            throw new UserException($"'{value}' is no way to reach a store. --via takes {Http} or {Direct}.");
        }
    }
}
