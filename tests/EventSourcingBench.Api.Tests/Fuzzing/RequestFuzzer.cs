namespace EventSourcingBench.Api.Tests;

/// <summary>Requests by the API's OpenAPI document, from sound to hostile. The same number and seed give the same request.</summary>
internal sealed class RequestFuzzer(JsonElement document, int seed)
{
    private const double Hostile = 0.04;
    private const double ByBytes = 0.1;
    private const int MostNested = 5;

    // A closed store refuses everything until it is reset, and one that is always empty shows little.
    private static readonly Dictionary<string, double> Rare =
        new(StringComparer.Ordinal) { ["closeStore"] = 0.005, ["dropStore"] = 0.005, ["resetStore"] = 0.05 };

    // Never the store of the requests beside, and no address but this host's.
    private static readonly Dictionary<string, string[]> Sound = new(StringComparer.Ordinal)
    {
        ["store"] = ["memory"],
        ["symbol"] = ["EURUSD", "USDJPY"],
        ["projection"] = ["currency_bars", "show_seats"],
        ["stream"] = ["s-1", "s-2", "currency-EURUSD", "show-s1"],
        ["show"] = ["s1", "s2", "s3"],
        ["course"] = ["c1", "c2"],
        ["student"] = ["t1", "t2"],
        ["eventId"] = ["01930000-0000-7000-8000-000000000001"],
        ["namespace"] = ["fuzzed"],
        ["from"] = ["1", "2", "100"],
        ["count"] = ["1", "10", "1000"],
        ["load"] = ["true", "false"],
        ["query"] = ["true", "false"],
        ["snapshots"] = ["1", "50"],
        ["maxAttempts"] = ["1", "5"],
        ["strategy"] = ["optimistic", "single-writer", "snapshot"],
        ["after"] = ["", "1", "5"],
        ["If-Match"] = ["\"1\"", "\"2\"", "\"1000\""],
        ["If-None-Match"] = ["*"],
        ["Idempotency-Key"] = ["01930000-0000-7000-8000-000000000001", "01930000-0000-7000-8000-000000000002"],
        ["nodes"] = ["http://127.0.0.1:1/"],
    };

    private static readonly string[] Words =
    [
        "", "0", "1", "-1", "007", "1e400", "99999999999999999999999", "true", "null", "memory", "EURUSD", "a b", "..", "%00",
        "%2e%2e%2f", "ü✓", "\ud83d\ude00", "\"", "'; drop table events; --", "{}", "[", "\"*\"", "W/\"1\"",
        "2026-11-21T08:00:00+14:00", "0001-01-01T00:00:00Z", "00000000-0000-0000-0000-000000000000", "http://127.0.0.1:1/",
        new('x', 300),
    ];

    private static readonly string[] Values =
    [
        "null", "true", "-1", "0", "1", "1e400", "-0.0", "9223372036854775807", "9223372036854775808",
        "79228162514264337593543950336", "\"\"", "\"\\ud800\"", "\"\\u0000\"", "\"x\"", "[]", "{}", new('[', 70),
        "{\"a\":1,\"a\":2}", "NaN", "'", "\"" + new string('y', 5_000) + "\"",
    ];

    private readonly List<(string Path, string Method, JsonElement Operation)> _operations =
    [
        .. document.GetProperty("paths").EnumerateObject().SelectMany(
            p => p.Value.EnumerateObject(), (path, method) => (path.Name, method.Name.ToUpperInvariant(), method.Value)),
    ];

    public FuzzedRequest Make(long number)
    {
        var random = new Random(HashCode.Combine(seed, number));
        var (path, method, operation) = Pick(random, _operations);
        while (Rare.TryGetValue(operation.GetProperty("operationId").GetString()!, out var chance) && random.NextDouble() > chance)
            (path, method, operation) = Pick(random, _operations);

        var (query, headers) = (new List<string>(), new List<(string Name, string Value)>());
        foreach (var parameter in operation.TryGetProperty("parameters", out var all) ? all.EnumerateArray() : default)
        {
            var name = parameter.GetProperty("name").GetString()!;
            var value = TextOf(random, name);
            switch (parameter.GetProperty("in").GetString())
            {
                case "path":
                    path = path.Replace($"{{{name}}}", Uri.EscapeDataString(value), StringComparison.Ordinal);
                    break;
                case "query" when random.Next(2) == 0:
                    query.Add($"{name}={Uri.EscapeDataString(value)}");
                    break;
                case "header" when random.Next(5) == 0:
                    headers.Add((name, value));
                    break;
            }
        }

        var line = query.Count == 0 ? path : $"{path}?{string.Join('&', query)}";
        var request = new FuzzedRequest(method, line, headers, BodyOf(random, operation), Raw: null);
        return random.NextDouble() < ByBytes ? request with { Raw = Damage(random, request.ToBytes()) } : request;
    }

    private static T Pick<T>(Random random, IReadOnlyList<T> items) => items[random.Next(items.Count)];

    private static string TextOf(Random random, string name) =>
        random.NextDouble() < Hostile || !Sound.TryGetValue(name, out var sound) ? Pick(random, Words) : Pick(random, sound);

    // Bits, slices and the end of a request: lengths, line ends and names are wrong then.
    private static byte[] Damage(Random random, byte[] bytes)
    {
        var damaged = bytes.ToList();
        for (var times = random.Next(1, 6); times > 0 && damaged.Count > 0; times--)
        {
            var at = random.Next(damaged.Count);
            switch (random.Next(4))
            {
                case 0:
                    damaged[at] ^= (byte)(1 << random.Next(8));
                    break;
                case 1:
                    damaged.RemoveRange(at, Math.Min(random.Next(1, 20), damaged.Count - at));
                    break;
                case 2:
                    damaged.InsertRange(at, damaged.GetRange(at, Math.Min(random.Next(1, 50), damaged.Count - at)));
                    break;
                default:
                    damaged.RemoveRange(at, damaged.Count - at);
                    break;
            }
        }

        return [.. damaged];
    }

    private (string Type, byte[] Bytes)? BodyOf(Random random, JsonElement operation)
    {
        if (!operation.TryGetProperty("requestBody", out var body))
            return random.NextDouble() < Hostile ? ("application/json", "{}"u8.ToArray()) : null;

        var content = body.GetProperty("content").EnumerateObject().First();
        var lines = content.Name == "application/json" ? 1 : random.Next(4);
        var schema = content.Value.TryGetProperty("schema", out var given) ? given : default;
        var text = string.Join('\n', Enumerable.Range(0, lines).Select(_ => schema.ValueKind == JsonValueKind.Object
            ? ValueOf(random, schema, "", 0) : BulkLine(random)));
        text = random.NextDouble() < Hostile ? text[..random.Next(text.Length + 1)] : text;
        var type = random.NextDouble() < Hostile / 2 ? Pick(random, ["text/plain", "application/json; charset=utf-16", "x"]) : content.Name;
        return (type, Encoding.UTF8.GetBytes(text));
    }

    private static string BulkLine(Random random) =>
        $"{{\"stream\":{Quoted(random, "stream")},\"id\":{Quoted(random, "eventId")},\"type\":\"T\",\"data\":{Pick(random, Values)}}}";

    private static string Quoted(Random random, string name) => JsonSerializer.Serialize(
        name == "eventId" && random.NextDouble() > Hostile ? Guid.NewGuid().ToString() : TextOf(random, name));

    private string ValueOf(Random random, JsonElement schema, string name, int depth)
    {
        if (random.NextDouble() < Hostile)
            return Pick(random, Values);

        if (schema.TryGetProperty("$ref", out var reference))
            return ValueOf(random, Resolve(reference.GetString()!), name, depth);

        if (schema.TryGetProperty("enum", out var names))
            return Pick(random, [.. names.EnumerateArray()]).GetRawText();

        if (Alternatives(schema) is { Count: > 0 } alternatives)
            return ValueOf(random, Pick(random, alternatives), name, depth);

        var type = !schema.TryGetProperty("type", out var declared) ? "object"
            : declared.ValueKind == JsonValueKind.Array ? Pick(random, [.. declared.EnumerateArray()]).GetString() : declared.GetString();
        return type switch
        {
            "object" when depth < MostNested => ObjectOf(random, schema, depth),
            "array" when depth < MostNested && schema.TryGetProperty("items", out var items) =>
                $"[{string.Join(',', Enumerable.Range(0, random.Next(4)).Select(_ => ValueOf(random, items, name, depth + 1)))}]",
            "integer" => Pick(random, ["0", "1", "3", "50", "-1", "2147483647"]),
            "number" => Pick(random, ["0", "1.5", "1.18136", "-1e10"]),
            "boolean" => Pick(random, ["true", "false"]),
            "string" => StringOf(random, schema, name),
            _ => "null",
        };
    }

    private static List<JsonElement> Alternatives(JsonElement schema) =>
        [.. schema.EnumerateObject().Where(m => m.Name is "oneOf" or "anyOf" or "allOf").SelectMany(m => m.Value.EnumerateArray())];

    private static string StringOf(Random random, JsonElement schema, string name) => JsonSerializer.Serialize(
        (schema.TryGetProperty("format", out var format) ? format.GetString() : null) switch
        {
            "date-time" => Pick(random, ["2026-11-21T08:00:00Z", "2020-09-08T00:01:00", "9999-12-31T23:59:59Z"]),
            "uuid" => Guid.NewGuid().ToString(),
            "uri" => "http://127.0.0.1:1/",
            _ => TextOf(random, name),
        });

    private string ObjectOf(Random random, JsonElement schema, int depth)
    {
        var members = schema.TryGetProperty("properties", out var properties) ? properties.EnumerateObject() : default;
        return "{" + string.Join(',', members.Where(_ => random.NextDouble() > Hostile / 2)
            .Select(m => $"{JsonSerializer.Serialize(m.Name)}:{ValueOf(random, m.Value, m.Name, depth + 1)}")) + "}";
    }

    private JsonElement Resolve(string reference) => document.GetProperty("components").GetProperty("schemas")
        .GetProperty(reference[(reference.LastIndexOf('/') + 1)..]);
}

/// <summary>A request. With raw bytes it is no whole one, and they are sent instead.</summary>
internal sealed record FuzzedRequest(
    string Method, string Line, IReadOnlyList<(string Name, string Value)> Headers, (string Type, byte[] Bytes)? Body, byte[]? Raw)
{
    public HttpRequestMessage ToMessage()
    {
        var message = new HttpRequestMessage(new HttpMethod(Method), Line);
        if (Body is { } body)
        {
            message.Content = new ByteArrayContent(body.Bytes);
            message.Content.Headers.TryAddWithoutValidation("Content-Type", body.Type);
        }

        foreach (var (name, value) in Headers)
            message.Headers.TryAddWithoutValidation(name, value);

        return message;
    }

    public byte[] ToBytes()
    {
        var head = new StringBuilder($"{Method} {Line} HTTP/1.1\r\nHost: localhost\r\n");
        foreach (var (name, value) in Headers)
            head.Append(CultureInfo.InvariantCulture, $"{name}: {value}\r\n");

        if (Body is { } body)
            head.Append(CultureInfo.InvariantCulture, $"Content-Type: {body.Type}\r\nContent-Length: {body.Bytes.Length}\r\n");

        return [.. Encoding.UTF8.GetBytes(head.Append("\r\n").ToString()), .. Body?.Bytes ?? []];
    }
}
