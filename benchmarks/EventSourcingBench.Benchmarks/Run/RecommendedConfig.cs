using BenchmarkDotNet.Columns;
using BenchmarkDotNet.Configs;
using BenchmarkDotNet.Diagnosers;
using BenchmarkDotNet.Engines;
using BenchmarkDotNet.Exporters;
using BenchmarkDotNet.Exporters.Json;
using BenchmarkDotNet.Filters;
using BenchmarkDotNet.Jobs;
using BenchmarkDotNet.Loggers;
using BenchmarkDotNet.Toolchains.InProcess.NoEmit;
using Perfolizer.Horology;
using Perfolizer.Mathematics.OutlierDetection;

namespace EventSourcingBench.Benchmarks;

/// <summary>The one configuration, with its reasons.</summary>
internal static class RecommendedConfig
{
    /// <summary>The configuration of a run.</summary>
    /// <param name="settings">What was asked for.</param>
    /// <param name="versionFolders">A folder with the plug-in for each version of <c>--versions</c>; none without it.</param>
    /// <param name="output">Where the results go.</param>
    public static ManualConfig Create(RunSettings settings, IReadOnlyList<(string Version, string Folder)> versionFolders, string output)
    {
        var usual = DefaultConfig.Instance;
        var config = ManualConfig.CreateEmpty()
            .AddLogger(ConsoleLogger.Default)
            .AddColumnProvider(DefaultColumnProviders.Instance)
            // How a job finds its plug-in and is built is not what is compared.
            .HideColumns("EnvironmentVariables", "Arguments")
            .AddAnalyser([.. usual.GetAnalysers()])
            .AddValidator([.. usual.GetValidators()])
            // Allocated bytes are the same on every machine: the one figure that compares with published ones.
            .AddDiagnoser(MemoryDiagnoser.Default)
            // Full JSON has every measurement: 'compare' and the report need them. The others are for people.
            .AddExporter(JsonExporter.Full, MarkdownExporter.GitHub, HtmlExporter.Default)
            .AddFilter(new GlobFilter([.. settings.Filters]), new SimpleFilter(c => !IsLongWrite(c, settings)))
            .WithArtifactsPath(output)
            // A smoke run gives no figures, so a debug build is good enough for it.
            .WithOptions(settings.Profile == Profile.Smoke ? ConfigOptions.DisableOptimizationsValidator : ConfigOptions.Default);
        config.BuildTimeout = TimeSpan.FromMinutes(5);
        return config.AddJob([.. Jobs(settings, versionFolders)]);
    }

    /// <summary>Whether a case was left out because it writes long streams one event at a time, and no count was asked for.</summary>
    public static bool IsLongWrite(BenchmarkDotNet.Running.BenchmarkCase @case, RunSettings settings) =>
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

    // A separate process for each benchmark (BenchmarkDotNet's default): a heap, a just-in-time compiler and connection
    // pools that no other benchmark has left traces in, and a place for another build of a client. It costs one build for a
    // run and a second or so for a benchmark. Only smoke runs stay in the process: they give no figures.
    private static Job JobOf(Profile profile)
    {
        var job = new Job(profile.Name)
            .WithStrategy(RunStrategy.Throughput)
            .WithLaunchCount(1)
            // Loading a stream takes from microseconds to seconds; in batches of 16 the slow ones would take minutes.
            .WithUnrollFactor(1)
            .WithMinInvokeCount(1)
            // An empty call takes a nanosecond, what is measured here a microsecond at the least.
            .WithEvaluateOverhead(false)
            // A pause of the server or of the collector is part of what the user waits for.
            .WithOutlierMode(OutlierMode.DontRemove)
            // BenchmarkDotNet builds everything again with the code that it generates: what this build found out already is left out.
            .WithArguments([new MsBuildArgument("/p:RunAnalyzers=false"), new MsBuildArgument("/p:WithoutPlugins=true")])
            .WithEngineFactory(new BetweenIterations());
        return profile.Name switch
        {
            "smoke" => job.WithStrategy(RunStrategy.ColdStart).WithWarmupCount(0).WithIterationCount(1).WithInvocationCount(1)
                .WithToolchain(InProcessNoEmitToolchain.Instance),
            // The compiler's last tier came after more than a second of loading (seen with Npgsql): the warm-up takes three.
            // Ten against ten are enough for the Mann-Whitney test to tell 5% where the noise is below that.
            "quick" => job.WithWarmupCount(20).WithIterationCount(10).WithIterationTime(TimeInterval.FromMilliseconds(150)),
            _ => job.WithWarmupCount(6).WithIterationCount(15).WithIterationTime(TimeInterval.FromMilliseconds(500)),
        };
    }
}
