using EventSourcingBench.Benchmarks;
using EventSourcingBench.Hosting;

return await RedactedConsole.RunAsync(() => BenchmarkCommand.RunAsync(args));
