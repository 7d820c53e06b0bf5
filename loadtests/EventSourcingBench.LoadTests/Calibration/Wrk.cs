using System.ComponentModel;
using System.Diagnostics;
using System.Text.RegularExpressions;

namespace EventSourcingBench.LoadTests.Calibration;

/// <summary>The HTTP load generator <c>wrk</c>, as the yardstick.</summary>
internal static partial class Wrk
{
    /// <summary>What there is to say where it is missing.</summary>
    public static Unavailable Missing { get; } = new(
        "wrk is not on the PATH, so the generator has nothing to be compared with.",
        "Install it: apt-get install wrk, or brew install wrk.");

    /// <summary>Runs it once.</summary>
    /// <param name="address">The endpoint, by GET.</param>
    /// <param name="connections">How many.</param>
    /// <param name="seconds">How long.</param>
    /// <param name="cancellationToken">Ends it.</param>
    /// <returns>Requests a second; null where wrk is not installed.</returns>
    /// <exception cref="InvalidOperationException">It ran and gave no number, or not every request succeeded.</exception>
    public static async Task<double?> RunAsync(Uri address, int connections, int seconds, CancellationToken cancellationToken)
    {
        var start = new ProcessStartInfo("wrk")
        {
            UseShellExecute = false,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            ArgumentList =
            {
                FormattableString.Invariant($"-t{Math.Min(2, connections)}"),
                FormattableString.Invariant($"-c{connections}"),
                FormattableString.Invariant($"-d{seconds}s"),
                address.AbsoluteUri,
            },
        };

        using var process = TryStart(start);
        if (process is null)
        {
            return null;
        }

        try
        {
            var error = process.StandardError.ReadToEndAsync(cancellationToken);
            var output = await process.StandardOutput.ReadToEndAsync(cancellationToken);
            await process.WaitForExitAsync(cancellationToken);
            return Parse(output)
                ?? throw new InvalidOperationException($"wrk gave no usable number: {output}{await error}".Trim());
        }
        finally
        {
            if (!process.HasExited)
            {
                process.Kill();
            }
        }
    }

    /// <summary>Requests a second from what wrk prints; null where there are none, or where requests failed.</summary>
    public static double? Parse(string output)
    {
        var match = RequestsPerSecond().Match(output);
        return match.Success && !output.Contains("Non-2xx", StringComparison.Ordinal) && !output.Contains("Socket errors", StringComparison.Ordinal)
            ? double.Parse(match.Groups["rate"].ValueSpan, CultureInfo.InvariantCulture)
            : null;
    }

    private static Process? TryStart(ProcessStartInfo start)
    {
        try
        {
            return Process.Start(start);
        }
        catch (Win32Exception)
        {
            // The only way to learn that a program is not on the PATH.
            return null;
        }
    }

    [GeneratedRegex(@"^Requests/sec:\s+(?<rate>[0-9.]+)", RegexOptions.Multiline | RegexOptions.ExplicitCapture)]
    private static partial Regex RequestsPerSecond();
}
