// Runs share the process's environment, its console and BenchmarkDotNet: one test at a time.
[assembly: CollectionBehavior(DisableTestParallelization = true)]
