namespace EventSourcingBench.Benchmarks.Run;

/// <summary>A NuGet package at several versions.</summary>
/// <param name="Package">Such as <c>Npgsql</c>.</param>
/// <param name="Versions">Two or more; the first is the baseline.</param>
internal sealed record ClientVersions(string Package, IReadOnlyList<string> Versions)
{
    /// <summary>Parses <c>Npgsql=9.0.3,10.0.0</c>.</summary>
    /// <exception cref="UserException">The format is wrong.</exception>
    public static ClientVersions Parse(string text)
    {
        var parts = text.Split('=', 2, StringSplitOptions.TrimEntries);
        var versions = parts.Length == 2 ? parts[1].Split(',', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries) : [];
        return parts[0].Length > 0 && versions.Length > 1 && versions.Distinct(StringComparer.Ordinal).Count() == versions.Length
            && text.All(c => char.IsAsciiLetterOrDigit(c) || c is '.' or '-' or '_' or '+' or '=' or ',' or ' ')
            ? new ClientVersions(parts[0], versions)
            : throw new UserException($"'{text}' is not a package with two or more versions, such as Npgsql=9.0.3,10.0.0.");
    }
}
