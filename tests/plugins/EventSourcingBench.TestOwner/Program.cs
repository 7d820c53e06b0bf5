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

    // Starts a PostgreSQL server, says its process id and connection string, and stops it when its input ends.
    case ["server", var folder]:
        await using (var pool = new ServerPool(new ServerPoolOptions { WorkFolder = folder, Mode = "local" }))
        {
            var server = await pool.AcquireAsync("postgres");
            await Console.Out.WriteLineAsync($"child {server.ProcessId} {server.ConnectionString}");
            await Console.In.ReadToEndAsync();
        }

        return 0;

    default:
        await Console.Error.WriteLineAsync("usage: process FOLDER | server FOLDER");
        return 2;
}
