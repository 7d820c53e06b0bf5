return await RedactedConsole.RunAsync(() => BenchmarkCommand.RunAsync(args));
