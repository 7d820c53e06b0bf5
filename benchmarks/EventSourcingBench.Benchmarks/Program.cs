using EventSourcingBench.Benchmarks;

return await BenchmarkCommand.RunAsync(args);
