namespace EventSourcingBench.Stores.Shared;

/// <summary>The <c>.sql</c> files in an assembly, by their names without the extension.</summary>
public static class EmbeddedScripts
{
    public static string Load(Type typeOfAssembly, string name)
    {
        using var stream = typeOfAssembly.Assembly.GetManifestResourceStream(name)
            ?? throw new InvalidOperationException($"The assembly has no script {name}.");
        using var reader = new StreamReader(stream);
        return reader.ReadToEnd();
    }
}
