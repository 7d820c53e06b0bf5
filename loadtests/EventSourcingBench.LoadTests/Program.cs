using EventSourcingBench.Hosting;
using EventSourcingBench.LoadTests;

return await RedactedConsole.RunAsync(() => CommandLine.RunAsync(args));
