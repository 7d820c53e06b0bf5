using BenchmarkDotNet.Columns;
using BenchmarkDotNet.Diagnosers;
using BenchmarkDotNet.Exporters;
using BenchmarkDotNet.Exporters.Json;
using BenchmarkDotNet.Filters;
using BenchmarkDotNet.Jobs;
using BenchmarkDotNet.Reports;
using BenchmarkDotNet.Toolchains.InProcess.NoEmit;
using Perfolizer.Horology;
using Perfolizer.Mathematics.OutlierDetection;

namespace EventSourcingBench.Benchmarks.Run;

internal static class RecommendedConfig
{
    public static ManualConfig Create(RunSettings settings, IReadOnlyList<(string Version, string Folder)> versionFolders, string output)
    {
        var usual = DefaultConfig.Instance;
        var config = ManualConfig.CreateEmpty()
            .AddLogger(ConsoleLogger.Default)
            .AddColumnProvider(DefaultColumnProviders.Instance)
            // How a job finds its plug-in and is built is not part of the comparison.
            .HideColumns("EnvironmentVariables", "Arguments")
            .AddAnalyser([.. usual.GetAnalysers()])
            .AddValidator([.. usual.GetValidators()])
            // Allocated bytes are the same on every machine: the only figure that is comparable to published ones.
            .AddDiagnoser(MemoryDiagnoser.Default)
            // Full JSON contains every measurement, for 'compare' and the report. The other formats are for readers.
            .AddExporter(JsonExporter.Full, MarkdownExporter.GitHub, HtmlExporter.Default)
            .AddFilter(new GlobFilter([.. settings.Filters]), new SimpleFilter(c => !IsLongWrite(c, settings)))
            .WithArtifactsPath(output)
            // Longer names of stores would be cut, also in the JSON.
            .WithSummaryStyle(SummaryStyle.Default.WithMaxParameterColumnWidth(100))
            // A smoke run has no figures, so a debug build is sufficient.
            .WithOptions(settings.Profile == Profile.Smoke ? ConfigOptions.DisableOptimizationsValidator : ConfigOptions.Default);
        config.BuildTimeout = TimeSpan.FromMinutes(5);
        return config.AddJob([.. Jobs(settings, versionFolders)]);
    }

    // Long streams are written one event at a time only where the count was given.
    private static bool IsLongWrite(BenchmarkDotNet.Running.BenchmarkCase @case, RunSettings settings) =>
        settings.Counts is null
        && @case.Descriptor.Type == typeof(WriteStream)
        && @case.Descriptor.WorkloadMethod.Name == nameof(WriteStream.SingleAsync)
        && @case.Parameters.Items.First(p => p.Name == nameof(StoreBenchmark.Events)).Value is > Profile.MostSingleWrites;

    private static IEnumerable<Job> Jobs(RunSettings settings, IReadOnlyList<(string Version, string Folder)> versionFolders)
    {
        var job = JobOf(settings.Profile);
        return versionFolders.Count == 0
            ? [job]
            : versionFolders.Select((v, index) => job
                .WithId($"{settings.Versions!.Package} {v.Version}")
                .WithEnvironmentVariable(Session.PluginVariable, v.Folder)
                .WithBaseline(index == 0));
    }

    // A separate process per benchmark (BenchmarkDotNet's default): heap, just-in-time compiler and connection pools without
    // traces of other benchmarks, and support for another build of a client. It costs one build per run and about one second
    // per benchmark. Only smoke runs stay in the process: they have no figures.
    private static Job JobOf(Profile profile)
    {
        var job = new Job(profile.Name)
            .WithStrategy(RunStrategy.Throughput)
            .WithLaunchCount(1)
            // Loading a stream takes microseconds to seconds. In batches of 16 the slow cases would take minutes.
            .WithUnrollFactor(1)
            .WithMinInvokeCount(1)
            // An empty call takes a nanosecond, the measured operations at least a microsecond.
            .WithEvaluateOverhead(false)
            // Pauses of the server or the garbage collector are part of the user's waiting time.
            .WithOutlierMode(OutlierMode.DontRemove)
            // BenchmarkDotNet builds everything again with its generated code. What this build left out is left out again.
            .WithArguments([new MsBuildArgument("/p:RunAnalyzers=false"), new MsBuildArgument("/p:WithoutPlugins=true")])
            .WithEngineFactory(new BetweenIterations());
        return profile.Name switch
        {
            "smoke" => job.WithStrategy(RunStrategy.ColdStart).WithWarmupCount(0).WithIterationCount(1).WithInvocationCount(1)
                .WithToolchain(InProcessNoEmitToolchain.Instance),
            // The compiler reached its last tier after more than a second of loading (seen with Npgsql): the warm-up takes three. Ten
            // values each are enough for the Mann-Whitney test to detect 5% if the noise is lower.
            "quick" => job.WithWarmupCount(20).WithIterationCount(10).WithIterationTime(TimeInterval.FromMilliseconds(150)),
            _ => job.WithWarmupCount(6).WithIterationCount(15).WithIterationTime(TimeInterval.FromMilliseconds(500)),
        };
    }
}
