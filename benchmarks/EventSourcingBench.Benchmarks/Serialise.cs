using BenchmarkDotNet.Attributes;
using Google.Protobuf;

namespace EventSourcingBench.Benchmarks;

public class Serialise : FormatBenchmark
{
    /// <summary>System.Text.Json with generated source, as for the stores.</summary>
    [Benchmark(Baseline = true)]
    public byte[] JsonGenerated() => JsonSerializer.SerializeToUtf8Bytes(Event, IdentifierJson.Default.IdentifiersAdded);

    [Benchmark]
    public byte[] JsonReflection() => JsonSerializer.SerializeToUtf8Bytes(Event, Reflection);

    /// <summary>Protocol Buffers. The event is the generated class itself, without a copy from another one.</summary>
    [Benchmark]
    public byte[] Protobuf() => WireEvent.ToByteArray();
}

public class Deserialise : FormatBenchmark
{
    /// <summary>System.Text.Json with generated source and an exact array, as in <see cref="LoadStream"/>.</summary>
    [Benchmark(Baseline = true)]
    public object? JsonGenerated() => JsonSerializer.Deserialize(Json, IdentifierJson.Default.IdentifiersAdded);

    [Benchmark]
    public object? JsonReflection() => JsonSerializer.Deserialize<IdentifiersAdded>(Json, Reflection);

    /// <summary>Protocol Buffers. The event is the generated class itself, without a copy to another one.</summary>
    [Benchmark]
    public object Protobuf() => Wire.IdentifiersAdded.Parser.ParseFrom(Wired);
}
