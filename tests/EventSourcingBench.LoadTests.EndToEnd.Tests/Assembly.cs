using System.Runtime.Versioning;

// Each test starts several processes: more at once would make them wait for one another.
[assembly: CollectionBehavior(MaxParallelThreads = 2)]

// Signals, users and /proc: what is looked at from outside is Linux's.
[assembly: SupportedOSPlatform("linux")]
