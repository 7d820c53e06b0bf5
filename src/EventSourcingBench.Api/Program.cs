return await RedactedConsole.RunAsync(() => ApiHost.RunAsync(args));
