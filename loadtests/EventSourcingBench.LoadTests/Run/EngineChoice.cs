namespace EventSourcingBench.LoadTests.Run;

internal sealed record EngineChoice(ILoadEngine Engine, string? Reason)
{
    public const string BuiltIn = "built-in";

    private const string Auto = "auto";

    /// <summary>Takes the engine that was named; for <c>auto</c> the first plug-in that can run, else the built-in one.</summary>
    public static EngineChoice Make(RunSettings settings, CatalogOptions options, TimeProvider time)
    {
        var (name, builtIn) = (settings.Engine, new BuiltInEngine(time));
        var isAuto = name == Auto;
        var only = !isAuto ? null
            : settings.HasGenerators ? "generators in several processes run the built-in engine"
            : settings.Together ? "--together needs an engine that makes several loads at once"
            : null;
        if (only is not null)
            return new EngineChoice(builtIn, only);

        // An engine that was not asked for is not loaded either.
        var catalog = Catalog.Engines(
            isAuto ? options : options with { Only = [name] }, [(builtIn, "The load engine in the box: closed and open model")]);
        if (!isAuto)
            return Named(catalog.Find(name), settings);

        var plugins = catalog.Entries.Where(e => e.Plugin is not null).ToList();
        if (plugins.Find(e => e.Offered is not null) is { } found)
            return new EngineChoice(found.Offered!, $"--engine auto: the plug-in {found.Plugin!.Name} is there");

        var missing = string.Join(' ', plugins.Select(e => $"{e.Name}: {e.Unavailable!.Reason}"));
        return new EngineChoice(builtIn, missing.Length == 0 ? "--engine auto: no engine plug-in is there" : $"--engine auto: {missing}");
    }

    private static EngineChoice Named(CatalogEntry<ILoadEngine> entry, RunSettings settings) => entry.Offered switch
    {
        null => throw new UserException($"The engine {entry.Name} cannot run here. {entry.Unavailable}"),
        BuiltInEngine builtIn => new EngineChoice(builtIn, Reason: null),
        _ when settings.HasGenerators => throw new UserException(
            $"--generators and --generator-hosts are for the built-in engine. {entry.Name} has its own way: docs/load-engines.md."),
        _ when settings.Together => throw new UserException(
            $"--together is for the built-in engine: {entry.Name} makes one load at a time in a process."),
        var engine => new EngineChoice(engine, "named by --engine"),
    };
}
