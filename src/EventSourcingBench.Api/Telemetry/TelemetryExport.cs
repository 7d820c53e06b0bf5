using OpenTelemetry;
using OpenTelemetry.Metrics;
using OpenTelemetry.Resources;
using OpenTelemetry.Trace;

namespace EventSourcingBench.Api.Telemetry;

/// <summary>Exports metrics and traces by OTLP if the standard variable <c>OTEL_EXPORTER_OTLP_ENDPOINT</c> is set; the other standard
/// variables apply as well. Otherwise there is no listener, and nothing is measured or traced.</summary>
internal sealed class TelemetryExport : IDisposable
{
    private const string ServiceName = "eventsourcingbench-api";
    private readonly MeterProvider _metrics = Sdk.CreateMeterProviderBuilder().ConfigureResource(NameService)
        .AddMeter(ApiMeter.Name, "Microsoft.AspNetCore.Hosting", "Microsoft.AspNetCore.Server.Kestrel", "System.Runtime")
        .AddOtlpExporter()
        .Build();

    private readonly TracerProvider _traces = Sdk.CreateTracerProviderBuilder().ConfigureResource(NameService)
        .AddSource("Microsoft.AspNetCore", "Npgsql")
        .AddOtlpExporter()
        .Build();

    public static TelemetryExport? StartIfWanted() =>
        string.IsNullOrEmpty(Environment.GetEnvironmentVariable("OTEL_EXPORTER_OTLP_ENDPOINT")) ? null : new TelemetryExport();

    public void Dispose()
    {
        _traces.Dispose();
        _metrics.Dispose();
    }

    // A name from OTEL_SERVICE_NAME is already set and kept.
    private static void NameService(ResourceBuilder resource)
    {
        if (string.IsNullOrEmpty(Environment.GetEnvironmentVariable("OTEL_SERVICE_NAME")))
            resource.AddService(ServiceName);
    }
}
