namespace EventSourcingBench.Hosting.Stores;

internal static class StoreOptionChecks
{
    /// <summary>The options of one store out of all that were given.</summary>
    public static StoreOptions Create(StoreDefinition definition, IReadOnlyDictionary<string, string> given)
    {
        var own = given.Where(o => definition.Options.Any(d => d.Key == o.Key)).ToDictionary(StringComparer.Ordinal);
        try
        {
            return StoreOptions.Create(definition.Options, own);
        }
        catch (ArgumentException e)
        {
            throw new UserException(e.Message, e);
        }
    }
}
