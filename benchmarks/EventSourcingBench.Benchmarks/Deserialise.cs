using BenchmarkDotNet.Attributes;
using Google.Protobuf;

namespace EventSourcingBench.Benchmarks;

/// <summary>The cost of deserializing one event, by format.</summary>
public class Deserialise : FormatBenchmark
{
    private byte[] _json = [];
    private byte[] _protobuf = [];

    /// <summary>System.Text.Json with generated source and an exact array, as in <see cref="LoadStream"/>.</summary>
    [Benchmark(Baseline = true)]
    public object? JsonGenerated() => JsonSerializer.Deserialize(_json, IdentifierJson.Default.IdentifiersAdded);

    /// <summary>System.Text.Json by reflection.</summary>
    [Benchmark]
    public object? JsonReflection() => JsonSerializer.Deserialize<IdentifiersAdded>(_json, Reflection);

    /// <summary>Protocol Buffers. The event is the generated class itself, without a copy to another one.</summary>
    [Benchmark]
    public object Protobuf() => Wire.IdentifiersAdded.Parser.ParseFrom(_protobuf);

    private protected override void Serialised()
    {
        _json = JsonSerializer.SerializeToUtf8Bytes(Event, IdentifierJson.Default.IdentifiersAdded);
        _protobuf = WireEvent.ToByteArray();
    }
}
