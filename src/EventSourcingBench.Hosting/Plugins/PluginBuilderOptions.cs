namespace EventSourcingBench.Hosting;

/// <summary>How plug-ins are built.</summary>
/// <param name="Configuration"><c>Debug</c> or <c>Release</c>.</param>
public sealed record PluginBuilderOptions(string Configuration)
{
    /// <summary>The command of the .NET SDK. Default: the one that runs this process, else <c>dotnet</c> from PATH.</summary>
    public string Dotnet { get; init; } = DefaultDotnet();

    /// <summary>The longest that a build may take, waiting for another one included. Default: 5 minutes.</summary>
    public TimeSpan Limit { get; init; } = TimeSpan.FromMinutes(5);

    /// <summary>How long a package that was not found is not looked for again. Default: one day.</summary>
    public TimeSpan RememberMissing { get; init; } = TimeSpan.FromDays(1);

    /// <summary>Is told of each build in one line. Default: nobody.</summary>
    public Action<string>? OnProgress { get; init; }

    /// <summary>The clock. Default: the system's.</summary>
    public TimeProvider Time { get; init; } = TimeProvider.System;

    private static string DefaultDotnet()
    {
        var own = Environment.GetEnvironmentVariable("DOTNET_HOST_PATH") ?? Environment.ProcessPath;
        return own is not null && Path.GetFileNameWithoutExtension(own) == "dotnet" ? own : "dotnet";
    }
}
