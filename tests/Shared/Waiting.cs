namespace EventSourcingBench.Tests;

internal static class Waiting
{
    /// <summary>Waits until something holds; fails when it does not within the time.</summary>
    public static async Task UntilAsync(Func<bool> holds, string what, int seconds = 15)
    {
        var watch = Stopwatch.StartNew();
        while (!holds())
        {
            watch.Elapsed.TotalSeconds.ShouldBeLessThan(seconds, $"waited in vain until {what}");
            await Task.Delay(20);
        }
    }

    public static bool IsAlive(int processId)
    {
        try
        {
            using var process = Process.GetProcessById(processId);
            return !process.HasExited;
        }
        catch (ArgumentException)
        {
            return false;
        }
    }
}

internal static class Signals
{
    /// <summary>Sends a signal such as <c>KILL</c>; a process that has ended meanwhile needs none.</summary>
    public static async Task SendAsync(string signal, params IEnumerable<int> processIds)
    {
        foreach (var id in processIds)
        {
            using var kill = Process.Start("kill", ["-s", signal, $"{id}"]);
            await kill.WaitForExitAsync();
            (kill.ExitCode == 0 || !Directory.Exists($"/proc/{id}")).ShouldBeTrue($"process {id} got no {signal}");
        }
    }
}
