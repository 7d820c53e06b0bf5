namespace EventSourcingBench.LoadTests.Http;

/// <summary>Sets the threads of a process that makes load over HTTP up for little CPU (docs/overhead.md). An answer is handled by the
/// thread that waits for sockets, instead of waking one of the pool for it, and threads of the pool do not spin when they have nothing to
/// do. .NET reads the first at the first socket of a process and the second at the first thread of its pool. Not for stores in this
/// process, whose users do not run them so, and whose code may block.</summary>
internal static class HttpLoadThreads
{
    private const string InlineCompletions = "DOTNET_SYSTEM_NET_SOCKETS_INLINE_COMPLETIONS";

    public static void SetUp()
    {
        AppContext.SetData("System.Threading.ThreadPool.UnfairSemaphoreSpinLimit", "0");
        var asStarted = Environment.GetEnvironmentVariable(InlineCompletions);
        Environment.SetEnvironmentVariable(InlineCompletions, "1");
        // .NET reads it when the first socket is made.
        new Socket(AddressFamily.InterNetwork, SocketType.Dgram, ProtocolType.Udp).Dispose();
        // Processes that this one starts, such as a server written in .NET, would inherit it.
        Environment.SetEnvironmentVariable(InlineCompletions, asStarted);
    }
}
