using EventSourcingBench.Api;
using EventSourcingBench.Hosting;

return await RedactedConsole.RunAsync(() => ApiHost.RunAsync(args));
