namespace EventSourcingBench.LoadTests.Http;

/// <summary>Sets the threads of a process that makes load over HTTP up for little CPU (docs/overhead.md). An answer is handled by the
/// thread that waits for sockets, instead of waking one of the pool for it, and threads of the pool do not spin when they have nothing to
/// do. .NET reads the first at the first socket of a process and the second at the first thread of its pool. Not for stores in this
/// process, whose users do not run them so, and whose code may block.</summary>
internal static class HttpLoadThreads
{
    private const string InlineCompletions = "DOTNET_SYSTEM_NET_SOCKETS_INLINE_COMPLETIONS";
    private static readonly Lazy<string?> AsStarted = new(() => Environment.GetEnvironmentVariable(InlineCompletions));

    /// <summary>The variable as the user has set it, for a process that this one starts.</summary>
    public static KeyValuePair<string, string?> OfChildren => new(InlineCompletions, AsStarted.Value);

    public static void SetUp()
    {
        // Read before it is set: afterwards children would inherit it.
        _ = AsStarted.Value;
        Environment.SetEnvironmentVariable(InlineCompletions, "1");
        AppContext.SetData("System.Threading.ThreadPool.UnfairSemaphoreSpinLimit", "0");
    }
}
