namespace EventSourcingBench.Reporting.Html;

/// <summary>The files that the build put into the assembly.</summary>
internal static class PageAssets
{
    /// <summary>The chart library; null where the build had no npm.</summary>
    public static string? Charts { get; } = Read("echarts.js");

    public static string? Read(string name)
    {
        using var stream = typeof(PageAssets).Assembly.GetManifestResourceStream(name);
        if (stream is null)
            return null;

        using var reader = new StreamReader(stream);
        // Inside a script element this sequence would end it.
        return reader.ReadToEnd().Replace("</script", "<\\/script", StringComparison.OrdinalIgnoreCase);
    }
}

internal static class ChartLibrary
{
    /// <summary>The version of <c>assets/package.json</c>.</summary>
    public const string Version = "6.1.0";

    public const string Url = $"https://cdn.jsdelivr.net/npm/echarts@{Version}/dist/echarts.min.js";

    /// <summary>Of <c>dist/echarts.min.js</c> in the npm package; a test computes it again.</summary>
    public const string Integrity = "sha384-C2iskrW/uPW46KzOjrvJIQo4YkV8lkD+QS0CrDN18IIPIpT/g2USu8bTP3nvmIAD";
}
