using System.Diagnostics;

namespace EventSourcingBench.Hosting.Processes;

/// <summary>How the supervisor is started, and the lines that are its own among those of the process.</summary>
internal sealed class SupervisorCommand
{
    // The script has to be in a separate session before it starts: the terminal's signals must never reach it.
    private const string Launcher =
        """command -v setsid >/dev/null 2>&1 && exec setsid sh -c "$@"; exec perl -MPOSIX=setsid -e 'setsid(); exec @ARGV' sh -c "$@" """;

    private static readonly string Script = ReadScript();
    private readonly string _token = $"supervisor-{Guid.NewGuid():N}";

    public ProcessStartInfo Start(SupervisedProcessOptions options)
    {
        var start = OperatingSystem.IsWindows()
            ? new ProcessStartInfo(options.FileName, options.Arguments)
            : new ProcessStartInfo("/bin/sh", [.. Wrapping(options), options.FileName, .. options.Arguments]);
        start.UseShellExecute = false;
        start.RedirectStandardInput = start.RedirectStandardOutput = start.RedirectStandardError = true;
        start.WorkingDirectory = options.WorkingDirectory ?? "";
        foreach (var (name, value) in options.Environment)
            start.Environment[name] = value;

        return start;
    }

    /// <summary>Takes a line apart: what the process said, and what the supervisor says of it.</summary>
    public (string? Text, int? ProcessId, int? ExitCode) Read(string line)
    {
        var mark = line.IndexOf(_token, StringComparison.Ordinal);
        if (mark < 0)
            return (line, null, null);

        // The last words of a process may lack their line end.
        var text = mark > 0 ? line[..mark] : null;
        var words = line[(mark + _token.Length)..].Split(' ', StringSplitOptions.RemoveEmptyEntries);
        var number = int.Parse(words[1], CultureInfo.InvariantCulture);
        return words[0] == "pid" ? (text, number, null) : (text, null, number);
    }

    private string[] Wrapping(SupervisedProcessOptions options)
    {
        var tenths = (int)Math.Max(1, Math.Ceiling(options.Grace.TotalSeconds * 10));
        var signal = options.StopSignal == StopSignal.Quit ? "QUIT" : "TERM";
        var stop = tenths.ToString(CultureInfo.InvariantCulture);
        return ["-c", Launcher, "launcher", Script, "supervisor", _token, stop, signal, options.FolderToRemove ?? ""];
    }

    private static string ReadScript()
    {
        using var reader = new StreamReader(typeof(SupervisorCommand).Assembly.GetManifestResourceStream("supervisor.sh")!);
        return reader.ReadToEnd();
    }
}
