namespace EventSourcingBench.Stores.Shared;

/// <summary>The numbered .sql files, with the schema and a projection's name inserted.</summary>
/// <param name="schema">The schema's name, unquoted.</param>
internal sealed class SqlScripts(string schema)
{
    private static readonly ConcurrentDictionary<string, string> Files = new(StringComparer.Ordinal);

    /// <summary>The schema's name, unquoted.</summary>
    public string Schema => schema;

    public string QuotedSchema => $"\"{schema}\"";

    /// <summary>The channel for notifications of commits to this schema.</summary>
    public string Channel => $"{schema}_events";

    public string Get(string file) => Files.GetOrAdd(file, Load).Replace("{schema}", QuotedSchema, StringComparison.Ordinal);

    public string Get(string file, string projection) =>
        Get(file).Replace("{projection}", projection, StringComparison.Ordinal);

    private static string Load(string file)
    {
        using var stream = typeof(SqlScripts).Assembly.GetManifestResourceStream(file)
            ?? throw new InvalidOperationException($"The assembly has no script {file}.");
        using var reader = new StreamReader(stream);
        return reader.ReadToEnd();
    }
}
