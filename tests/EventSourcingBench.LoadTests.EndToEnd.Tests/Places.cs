using System.Reflection;

namespace EventSourcingBench.LoadTests.EndToEnd.Tests;

/// <summary>Where the build has put things.</summary>
internal static class Places
{
    public static string Repository { get; } = PluginLocator.FindRepositoryRoot(AppContext.BaseDirectory)
        ?? throw new InvalidOperationException("The tests are not in the repository.");

    /// <summary>The command, built in the configuration of the tests.</summary>
    public static string Command { get; } = Path.Combine(
        Repository, "loadtests", "EventSourcingBench.LoadTests", "bin", Configuration, "net10.0", "EventSourcingBench.LoadTests.dll");

    /// <summary>The stores that are wrong on purpose.</summary>
    public static string FaultyStores { get; } = Path.Combine(
        Repository, "artifacts", "test-plugins", Configuration, "EventSourcingBench.Stores.Faulty");

    private static string Configuration => typeof(Places).Assembly.GetCustomAttribute<AssemblyConfigurationAttribute>()!.Configuration;
}
