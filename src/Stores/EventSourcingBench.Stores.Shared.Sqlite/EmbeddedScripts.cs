namespace EventSourcingBench.Stores.Shared.Sqlite;

internal static class EmbeddedScripts
{
    public static string Load(Type typeOfAssembly, string name)
    {
        using var stream = typeOfAssembly.Assembly.GetManifestResourceStream(name + ".sql")
            ?? throw new InvalidOperationException($"The script {name}.sql is missing from the assembly.");
        using var reader = new StreamReader(stream);
        return reader.ReadToEnd();
    }
}
