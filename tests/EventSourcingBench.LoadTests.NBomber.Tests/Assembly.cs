// NBomber makes one load at a time in a process.
[assembly: CollectionBehavior(DisableTestParallelization = true)]
