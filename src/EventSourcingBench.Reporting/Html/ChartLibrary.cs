namespace EventSourcingBench.Reporting.Html;

/// <summary>Where a page finds the chart library when the build could not put it into the assembly.</summary>
internal static class ChartLibrary
{
    /// <summary>The version of <c>assets/package.json</c>.</summary>
    public const string Version = "6.1.0";

    public const string Url = $"https://cdn.jsdelivr.net/npm/echarts@{Version}/dist/echarts.min.js";

    /// <summary>Of <c>dist/echarts.min.js</c> in the npm package; a test computes it again.</summary>
    public const string Integrity = "sha384-C2iskrW/uPW46KzOjrvJIQo4YkV8lkD+QS0CrDN18IIPIpT/g2USu8bTP3nvmIAD";
}
