using EventSourcingBench.LoadTests;

return await CommandLine.RunAsync(args);
