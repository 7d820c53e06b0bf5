return await RedactedConsole.RunAsync(() => Commands.RunAsync(args));
