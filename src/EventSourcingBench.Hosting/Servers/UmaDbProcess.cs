namespace EventSourcingBench.Hosting;

/// <summary>The start of a UmaDB server, up to the moment when it serves.</summary>
/// <param name="Process">The server; null where it did not start.</param>
/// <param name="LastWords">The last lines that it said where it did not start.</param>
internal sealed record UmaDbProcess(SupervisedProcess? Process, string LastWords)
{
    private const int ShownLines = 5;
    private const string Serving = "listening on";

    /// <summary>True when it ended because another process had its port.</summary>
    public bool PortWasTaken => LastWords.Contains("failed to bind", StringComparison.OrdinalIgnoreCase)
        || LastWords.Contains("in use", StringComparison.OrdinalIgnoreCase);

    /// <summary>Starts it, and waits until it says that it serves.</summary>
    public static async Task<UmaDbProcess> StartAsync(SupervisedProcessOptions options, TimeSpan limit, CancellationToken cancellationToken)
    {
        // It says a dozen lines at its start and at its end, and none for a request.
        var output = new LastLines(ShownLines);
        var serving = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        var process = await SupervisedProcess.StartAsync(
            options with
            {
                OnOutput = line =>
                {
                    output.Add(line);
                    if (line.Contains(Serving, StringComparison.Ordinal))
                    {
                        serving.TrySetResult();
                    }
                },
            },
            cancellationToken);
        try
        {
            await Task.WhenAny(serving.Task, process.Exited).WaitAsync(limit, cancellationToken);
            if (serving.Task.IsCompleted && process.ExitCode is null)
            {
                return new UmaDbProcess(process, "");
            }
        }
        catch (TimeoutException)
        {
            output.Add($"It did not serve within {limit.TotalSeconds:0} s.");
        }
        catch
        {
            await process.DisposeAsync();
            throw;
        }

        await process.DisposeAsync();
        return new UmaDbProcess(null, string.Join(' ', output.ToList().Concat(process.LastErrors).TakeLast(ShownLines)));
    }
}
