namespace EventSourcingBench.LoadTests.Http;

/// <summary>Lets an answer be handled by the thread that waits for sockets, instead of waking one of the pool for it: fewer wake-ups and
/// more requests on two cores (docs/overhead.md). .NET reads the variable at the first socket of a process. Not for stores in this process,
/// whose users do not run them so, and whose code may block.</summary>
internal static class InlineCompletions
{
    private const string Variable = "DOTNET_SYSTEM_NET_SOCKETS_INLINE_COMPLETIONS";
    private static readonly Lazy<string?> AsStarted = new(() => Environment.GetEnvironmentVariable(Variable));

    /// <summary>The variable as the user has set it, for a process that this one starts.</summary>
    public static KeyValuePair<string, string?> OfChildren => new(Variable, AsStarted.Value);

    public static void Enable()
    {
        // Read before it is set: afterwards children would inherit it.
        _ = AsStarted.Value;
        Environment.SetEnvironmentVariable(Variable, "1");
    }
}
