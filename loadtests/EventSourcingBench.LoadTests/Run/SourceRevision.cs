using System.ComponentModel;
using System.Diagnostics;

namespace EventSourcingBench.LoadTests.Run;

internal static class SourceRevision
{
    /// <summary>The commit, with <c>-dirty</c> behind it where files were changed; null without git or outside a checkout.</summary>
    public static string? Find(string folder) => Git(folder, "describe", "--always", "--abbrev=40", "--dirty", "--exclude=*");

    private static string? Git(string folder, params string[] arguments)
    {
        var start = new ProcessStartInfo("git", ["-C", folder, .. arguments])
        {
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            UseShellExecute = false,
        };
        try
        {
            using var git = Process.Start(start)!;
            var output = git.StandardOutput.ReadToEnd().Trim();
            git.WaitForExit();
            return git.ExitCode == 0 && output.Length > 0 ? output : null;
        }
        catch (Win32Exception)
        {
            // There is no git here.
            return null;
        }
    }
}
