using EventSourcingBench.Hosting;

switch (args)
{
    // Supervises "sleep" and says its process id.
    case ["process", var folder]:
        await using (var process = await SupervisedProcess.StartAsync(
            new SupervisedProcessOptions { FileName = "sleep", Arguments = ["300"], FolderToRemove = folder }, CancellationToken.None))
        {
            Console.CancelKeyPress += (_, e) =>
            {
                e.Cancel = true;
                Console.Out.WriteLine("interrupted");
            };
            await Console.Out.WriteLineAsync($"child {process.ProcessId}");
            await Task.Delay(Timeout.Infinite);
        }

        return 0;

    default:
        await Console.Error.WriteLineAsync("usage: process FOLDER");
        return 2;
}
