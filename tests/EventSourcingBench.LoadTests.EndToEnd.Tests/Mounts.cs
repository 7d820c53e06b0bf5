namespace EventSourcingBench.LoadTests.EndToEnd.Tests;

/// <summary>Runs a command with a private file system or private files: seen by that command only, gone with it. Each gives what to put
/// before the command; the test is skipped where this user may not mount.</summary>
internal static class Mounts
{
    /// <summary>An ext4 file system in a file.</summary>
    public static Task<string[]> DiskAsync(string folder, string image, string size) =>
        PrefixAsync($"truncate -s {size} '{image}' && mkfs.ext4 -q -F '{image}' && mount -o loop '{image}' '{folder}' "
            + $"&& chmod 711 '{folder}'");

    public static Task<string[]> FilesAsync(params (string File, string InPlaceOf)[] files) =>
        PrefixAsync(string.Join(" && ", files.Select(f => $"mount --bind '{f.File}' '{f.InPlaceOf}'")));

    private static async Task<string[]> PrefixAsync(string mounts)
    {
        string[] prefix = ["unshare", "--mount", "sh", "-c", $"{mounts} && exec \"$@\"", "sh"];
        var tried = await ChildCommand.RunAsync(new ProcessStartInfo(prefix[0], [.. prefix[1..], "true"]), TimeSpan.FromMinutes(1), Cancel);
        Assert.SkipUnless(tried?.ExitCode == 0, "this user may not mount (unshare --mount)");
        return prefix;
    }
}
