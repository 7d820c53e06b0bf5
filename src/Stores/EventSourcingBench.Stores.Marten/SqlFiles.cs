namespace EventSourcingBench.Stores.Marten;

/// <summary>The numbered .sql files, with the schema and a projection's name put in.</summary>
/// <param name="schema">The schema's name, unquoted.</param>
internal sealed class SqlFiles(string schema)
{
    public string Get(string file, string projection = "")
    {
        using var stream = typeof(SqlFiles).Assembly.GetManifestResourceStream(file)
            ?? throw new InvalidOperationException($"The assembly has no script {file}.");
        using var reader = new StreamReader(stream);
        return reader.ReadToEnd()
            .Replace("{schema}", $"\"{schema}\"", StringComparison.Ordinal)
            .Replace("{projection}", projection, StringComparison.Ordinal);
    }
}
