using BenchmarkDotNet.Attributes;
using Google.Protobuf;

namespace EventSourcingBench.Benchmarks;

/// <summary>The cost of serializing one event, by format.</summary>
public class Serialise : FormatBenchmark
{
    /// <summary>System.Text.Json with generated source, as for the stores.</summary>
    [Benchmark(Baseline = true)]
    public byte[] JsonGenerated() => JsonSerializer.SerializeToUtf8Bytes(Event, IdentifierJson.Default.IdentifiersAdded);

    /// <summary>System.Text.Json by reflection.</summary>
    [Benchmark]
    public byte[] JsonReflection() => JsonSerializer.SerializeToUtf8Bytes(Event, Reflection);

    /// <summary>Protocol Buffers. The event is the generated class itself, without a copy from another one.</summary>
    [Benchmark]
    public byte[] Protobuf() => WireEvent.ToByteArray();
}
