namespace EventSourcingBench.Hosting.Processes;

public static class ChildCommand
{
    /// <summary>Runs a command and takes what it says. On cancellation or after the time its process tree is killed.</summary>
    /// <returns>What it said; null when there is no such executable.</returns>
    /// <exception cref="TimeoutException">It took longer than the limit.</exception>
    public static async Task<CommandResult?> RunAsync(ProcessStartInfo start, TimeSpan limit, CancellationToken cancellationToken)
    {
        start.RedirectStandardInput = start.RedirectStandardOutput = start.RedirectStandardError = true;
        start.UseShellExecute = false;
        using var process = new Process { StartInfo = start };
        try
        {
            process.Start();
        }
        catch (Win32Exception)
        {
            return null;
        }

        process.StandardInput.Close();
        using var ending = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        ending.CancelAfter(limit);
        try
        {
            var said = await Task.WhenAll(
                process.StandardOutput.ReadToEndAsync(ending.Token), process.StandardError.ReadToEndAsync(ending.Token));
            await process.WaitForExitAsync(ending.Token);
            return new CommandResult(
                process.ExitCode, [.. said.SelectMany(s => s.Split(["\r\n", "\n"], StringSplitOptions.RemoveEmptyEntries))]);
        }
        catch (OperationCanceledException e)
        {
            process.Kill(entireProcessTree: true);
            cancellationToken.ThrowIfCancellationRequested();
            throw new TimeoutException($"{Path.GetFileName(start.FileName)} took longer than {limit.TotalSeconds:0} s.", e);
        }
    }
}

/// <summary>What a command said before it ended: the lines of its standard output, then those of its standard error.</summary>
public sealed record CommandResult(int ExitCode, IReadOnlyList<string> Output);
