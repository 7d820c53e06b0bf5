return await RedactedConsole.RunAsync(() => CommandLine.RunAsync(args));
