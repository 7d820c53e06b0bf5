using System.Diagnostics;
using System.Text.RegularExpressions;

namespace EventSourcingBench.LoadTests.Calibration;

/// <summary>The HTTP load generator <c>wrk</c>, as the yardstick.</summary>
internal static partial class Wrk
{
    private static readonly TimeSpan StartAndEnd = TimeSpan.FromMinutes(1);

    public static Unavailable Missing { get; } = new(
        "wrk is not on the PATH, so the generator has nothing to be compared with.",
        "Install it: apt-get install wrk, or brew install wrk.");

    /// <summary>Sends GET requests for some whole seconds.</summary>
    /// <returns>Requests a second; null where wrk is not installed.</returns>
    /// <exception cref="StoreFailureException">It ran and gave no number, or not every request succeeded.</exception>
    public static async Task<double?> RunAsync(Uri address, int connections, TimeSpan duration, CancellationToken cancellationToken)
    {
        string[] arguments =
        [
            FormattableString.Invariant($"-t{Math.Min(2, connections)}"),
            FormattableString.Invariant($"-c{connections}"),
            FormattableString.Invariant($"-d{duration.TotalSeconds:0}s"),
            address.AbsoluteUri,
        ];
        var start = new ProcessStartInfo("wrk", arguments);
        if (await ChildCommand.RunAsync(start, duration + StartAndEnd, cancellationToken) is not { } result)
        {
            return null;
        }

        var output = string.Join('\n', result.Output);
        return Parse(output) ?? throw new StoreFailureException($"wrk gave no usable number: {output}");
    }

    /// <summary>Requests a second from what wrk prints; null where there are none, or where requests failed.</summary>
    public static double? Parse(string output)
    {
        var match = RequestsPerSecond().Match(output);
        var isWhole = !output.Contains("Non-2xx", StringComparison.Ordinal) && !output.Contains("Socket errors", StringComparison.Ordinal);
        return match.Success && isWhole
            ? double.Parse(match.Groups["rate"].ValueSpan, CultureInfo.InvariantCulture)
            : null;
    }

    [GeneratedRegex(@"^Requests/sec:\s+(?<rate>[0-9.]+)", RegexOptions.Multiline | RegexOptions.ExplicitCapture)]
    private static partial Regex RequestsPerSecond();
}
