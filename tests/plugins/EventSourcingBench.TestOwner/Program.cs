// Supervises "sleep" and says its process id.
if (args is not ["process", var folder])
{
    await Console.Error.WriteLineAsync("usage: process FOLDER");
    return 2;
}

await using var process = await SupervisedProcess.StartAsync(
    new SupervisedProcessOptions { FileName = "sleep", Arguments = ["300"], FolderToRemove = folder }, CancellationToken.None);
Console.CancelKeyPress += (_, e) =>
{
    e.Cancel = true;
    Console.Out.WriteLine("interrupted");
};
await Console.Out.WriteLineAsync($"child {process.ProcessId}");
await Task.Delay(Timeout.Infinite);
return 0;
