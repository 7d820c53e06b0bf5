using System.Globalization;

namespace EventSourcingBench.Stores.UmaDb;

/// <summary>The value of the header <c>grpc-timeout</c>: at most eight digits and a unit.</summary>
internal static class GrpcTimeout
{
    private const double MostDigits = 99_999_999;

    /// <summary>In the finest unit that holds it, rounded up.</summary>
    public static string Format(TimeSpan timeout) => timeout switch
    {
        { TotalMicroseconds: <= MostDigits } => Text(Math.Max(1, timeout.TotalMicroseconds), 'u'),
        { TotalMilliseconds: <= MostDigits } => Text(timeout.TotalMilliseconds, 'm'),
        { TotalSeconds: <= MostDigits } => Text(timeout.TotalSeconds, 'S'),
        _ => Text(Math.Min(timeout.TotalHours, MostDigits), 'H'),
    };

    private static string Text(double value, char unit) => string.Create(CultureInfo.InvariantCulture, $"{Math.Ceiling(value):0}{unit}");
}
