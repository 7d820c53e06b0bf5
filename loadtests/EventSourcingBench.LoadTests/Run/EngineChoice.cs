namespace EventSourcingBench.LoadTests.Run;

/// <summary>The load engine of a run.</summary>
internal sealed record EngineChoice(ILoadEngine Engine, string? Reason)
{
    /// <summary>The name of the engine in the box.</summary>
    public const string BuiltIn = "built-in";

    private const string Auto = "auto";

    /// <summary>Takes the engine that was named; for <c>auto</c> the first plug-in that can run, else the built-in one.</summary>
    /// <exception cref="UserException">There is no such engine, or it cannot run here.</exception>
    public static EngineChoice Make(RunSettings settings, CatalogOptions options, TimeProvider time)
    {
        var name = settings.Engine;
        var builtIn = new BuiltInEngine(time);
        if (settings.HasGenerators && name == Auto)
        {
            return new EngineChoice(builtIn, "generators in several processes run the built-in engine");
        }

        if (settings.Together && name == Auto)
        {
            return new EngineChoice(builtIn, "--together needs an engine that makes several loads at once");
        }

        // An engine that was not asked for is not loaded either.
        var wanted = name == Auto ? options : options with { Only = [name] };
        var catalog = Catalog.Engines(wanted, [(builtIn, "The load engine in the box: closed and open model")]);
        if (name != Auto)
        {
            return Named(catalog.Find(name), settings);
        }

        var plugins = catalog.Entries.Where(e => e.PluginName is not null).ToList();
        if (plugins.Find(e => e.Offered is not null) is { } found)
        {
            return new EngineChoice(found.Offered!, $"--engine auto: the plug-in {found.PluginName} is there");
        }

        var missing = string.Join(' ', plugins.Select(e => $"{e.Name}: {e.Unavailable!.Reason}"));
        return new EngineChoice(builtIn, missing.Length == 0 ? "--engine auto: no engine plug-in is there" : $"--engine auto: {missing}");
    }

    private static EngineChoice Named(CatalogEntry<ILoadEngine> entry, RunSettings settings)
    {
        if (entry.Offered is not { } engine)
        {
            throw new UserException($"The engine {entry.Name} cannot run here. {entry.Unavailable}");
        }

        if (engine is BuiltInEngine)
        {
            return new EngineChoice(engine, Reason: null);
        }

        if (settings.HasGenerators)
        {
            throw new UserException(
                $"--generators and --generator-hosts are for the built-in engine. {entry.Name} has its own way: docs/load-engines.md.");
        }

        return settings.Together
            ? throw new UserException($"--together is for the built-in engine: {entry.Name} makes one load at a time in a process.")
            : new EngineChoice(engine, "named by --engine");
    }
}
