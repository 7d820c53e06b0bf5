using NBomber.Contracts;
using NBomber.Contracts.Stats;
using Serilog;

namespace EventSourcingBench.LoadTests.NBomber;

/// <summary>One test of NBomber's: one scenario, without NBomber's own warm-up.</summary>
internal static class NBomberSession
{
    private const string FileName = "nbomber";

    // Version 4 has no such argument: only who has a licence for a later one sets it.
    private const string LicenceVariable = "EVENTSOURCINGBENCH_NBOMBER_LICENSE";

    /// <summary>Runs on a separate thread until NBomber has ended, <paramref name="init"/> once before the first call. NBomber empties the
    /// <paramref name="reportFolder"/> first; null: no report.</summary>
    /// <returns>The HTML report; null where there is none.</returns>
    public static Task<string?> RunAsync(
        string name, NBomberSimulation[] simulations, Func<IScenarioContext, Task<IResponse>> call, Func<Task>? init = null,
        string? reportFolder = null) => Task.Factory.StartNew(
            () => Run(name, simulations, call, init, reportFolder),
            CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default);

    private static string? Run(
        string name, NBomberSimulation[] simulations, Func<IScenarioContext, Task<IResponse>> call, Func<Task>? init, string? reportFolder)
    {
        QuietConsole.Use();
        Exception? failure = null;
        var scenario = Scenario.Create(name, call)
            .WithoutWarmUp()
            // Otherwise 5,000 failures end the test, and a failed step throws.
            .WithMaxFailCount(int.MaxValue)
            .WithRestartIterationOnFail(shouldRestart: false)
            .WithLoadSimulations(simulations)
            .WithInit(async _ =>
            {
                try
                {
                    await (init?.Invoke() ?? Task.CompletedTask);
                }
                catch (Exception e)
                {
                    failure = e;
                    throw;
                }
            });
        try
        {
            var context = Configure(NBomberRunner.RegisterScenarios(scenario), name, reportFolder);
            _ = Environment.GetEnvironmentVariable(LicenceVariable) is { Length: > 0 } key
                ? context.Run($"--license={key}")
                : context.Run();
        }
        catch (Exception e)
        {
            ExceptionDispatchInfo.Throw(failure ?? new LoadEngineException($"NBomber failed: {e.Message}", e));
        }

        var report = reportFolder is null ? null : Path.Combine(reportFolder, FileName + ".html");
        return report is not null && File.Exists(report) ? report : null;
    }

    private static NBomberContext Configure(NBomberContext context, string name, string? reportFolder)
    {
        var named = context.WithTestSuite("EventSourcingBench").WithTestName(name);
        if (reportFolder is not null)
            return named.WithReportFolder(reportFolder).WithReportFileName(FileName).WithReportFormats(ReportFormat.Html);

        // Without a separate log NBomber writes nothing; the folder that it empties first must be a new one.
        return named
            .WithReportFolder(Path.Combine(Path.GetTempPath(), $"nbomber-{Guid.NewGuid():N}"))
            .WithLoggerConfig(() => new LoggerConfiguration())
            .WithoutReports();
    }
}
