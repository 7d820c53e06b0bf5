using EventSourcingBench.Hosting;
using EventSourcingBench.Measurement;

namespace EventSourcingBench.LoadTests;

/// <summary>The load engine of a run.</summary>
/// <param name="Engine">The engine.</param>
/// <param name="Reason">Why this one.</param>
internal sealed record EngineChoice(ILoadEngine Engine, string Reason)
{
    private const string Auto = "auto";

    /// <summary>Takes the engine that was named; for <c>auto</c> the first plug-in that can run, else the built-in one.</summary>
    /// <exception cref="UserException">There is no such engine, or it cannot run here.</exception>
    public static async Task<EngineChoice> MakeAsync(string name, CatalogOptions options, TimeProvider time, CancellationToken cancellationToken)
    {
        var builtIn = new BuiltInEngine(time);
        var catalog = await EngineCatalog.LoadAsync(options, [(builtIn, "The load engine in the box: closed and open model")], cancellationToken);
        if (name != Auto)
        {
            var named = catalog.Find(name);
            return named.Engine is { } engine
                ? new EngineChoice(engine, "named by --engine")
                : throw new UserException($"The engine {name} cannot run here. {named.Unavailable}");
        }

        var plugins = catalog.Entries.Where(e => e.PluginName is not null).ToList();
        if (plugins.Find(e => e.Engine is not null) is { } found)
        {
            return new EngineChoice(found.Engine!, $"the plug-in {found.PluginName} is there");
        }

        var missing = string.Join(' ', plugins.Select(e => $"{e.Name}: {e.Unavailable!.Reason}"));
        return new EngineChoice(builtIn, missing.Length == 0 ? "no engine plug-in is there" : missing);
    }
}
