namespace EventSourcingBench.LoadTests.Workloads;

/// <summary>One parameter of a workload: its key in files, option, help, checks, recorded value and place in the report.</summary>
internal abstract record Parameter(string Name, Values Values, string Help)
{
    private const int MaxValues = 100;

    public string Option { get; init; } = "--" + JsonNamingPolicy.KebabCaseLower.ConvertName(Name);

    public string? Alias { get; init; }

    /// <summary>Former keys and options (with their dashes); an error says the new name.</summary>
    public IReadOnlyList<string> Former { get; init; } = [];

    /// <summary>What values are counted in, for the report: <c>requests/s</c>; null where values say it themselves.</summary>
    public string? Unit { get; init; }

    public string? Default { get; init; }

    /// <summary>Whether a workload may be without a value; else it needs one, or the default.</summary>
    public bool IsOptional { get; init; }

    /// <summary>Whether it takes several values; each makes a separate step.</summary>
    public bool IsList => Values.Combine is not null;

    /// <summary>Heads its row in the report: <c>Warm up</c>, <c>Rates (requests/s)</c>.</summary>
    public string Title => char.ToUpperInvariant(Name[0])
        + JsonNamingPolicy.KebabCaseLower.ConvertName(Name)[1..].Replace('-', ' ') + (Unit is null ? "" : $" ({Unit})");

    /// <summary>Reads and checks a value, or several with commas.</summary>
    /// <exception cref="FormatException">It is none, or out of range; the message follows the name of the place.</exception>
    public object Parse(string text)
    {
        if (!IsList)
            return Values.Parse(text) ?? throw Invalid(text);

        var texts = Items(text);
        var items = texts.Select(item => Values.Parse(item) ?? throw Invalid(item, subject: "each value ")).ToList();
        // By their texts: a fault is a new object each time that it is read.
        var repeated = texts.Zip(items, (t, item) => (Text: t, Value: item.ToString())).GroupBy(i => i.Value)
            .FirstOrDefault(g => g.Count() > 1);
        return items.Count is 0 or > MaxValues
                ? throw new FormatException($": must have between 1 and {MaxValues} values, not {items.Count}.")
            : repeated is not null
                ? throw new FormatException($": must not have a value twice ({repeated.Last().Text}); use trials to repeat steps.")
            : Values.Combine!(items);
    }

    /// <summary>The text of a value of a workload file, checked.</summary>
    /// <exception cref="FormatException">It is of another type, or out of range; the message follows the name of the place.</exception>
    public string Read(JsonElement value)
    {
        if (!IsList)
            return ReadOne(value);

        if (value.ValueKind != JsonValueKind.Array)
            throw new FormatException($": must be an array; each value must be {Values.Requirement}.");

        var text = string.Join(',', value.EnumerateArray().Select((item, i) => ReadOne(item, $"[{i}]")));
        Parse(text);
        return text;
    }

    public Option ToOption()
    {
        string[] aliases = Alias is null ? [] : [Alias];
        Option option = Values.Json == JsonValueKind.True ? new Option<bool>(Option, aliases)
            : IsList ? new Option<string[]>(Option, aliases) { Arity = ArgumentArity.OneOrMore }
            : new Option<string>(Option, aliases);
        option.Description = Help;
        option.Validators.Add(result =>
        {
            try
            {
                Parse(TextOf(result));
            }
            catch (FormatException e)
            {
                result.AddError(Option + e.Message);
            }
        });
        return option;
    }

    public string? TextIn(ParseResult result) =>
        result.GetResult(Option) is OptionResult { Implicit: false } given ? TextOf(given) : null;

    /// <summary>The texts of several values with commas.</summary>
    public static string[] Items(string text) => text.Split(',', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries);

    private static string TextOf(OptionResult result) =>
        result.Tokens.Count == 0 ? "true" : string.Join(',', result.Tokens.Select(t => t.Value));

    private string ReadOne(JsonElement value, string place = "")
    {
        var (kind, shown) = value.ValueKind switch
        {
            JsonValueKind.False => (JsonValueKind.True, "false"),
            JsonValueKind.Object => (JsonValueKind.Object, "an object"),
            JsonValueKind.Array => (JsonValueKind.Array, "an array"),
            var other => (other, value.GetRawText()),
        };
        var text = kind == JsonValueKind.String ? value.GetString()! : shown;
        return kind == Values.Json && Values.Parse(text) is not null ? text : throw Invalid(shown, place);
    }

    private FormatException Invalid(string text, string place = "", string subject = "") =>
        new($"{place}: {subject}must be {Values.Requirement}, not {text}.");
}

internal sealed record Parameter<T>(string Name, Values<T> Typed, string Help) : Parameter(Name, Typed, Help);

internal sealed record ParameterText(Parameter Parameter, string Text);
