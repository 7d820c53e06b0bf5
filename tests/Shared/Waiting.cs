using System.Diagnostics;

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
