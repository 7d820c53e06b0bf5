namespace EventSourcingBench.Abstractions;

/// <summary>The options of a store: those given, checked, and the defaults of the others.</summary>
public sealed class StoreOptions
{
    private StoreOptions(Dictionary<string, string> values) => Values = values;

    /// <summary>The values in force, by key.</summary>
    public IReadOnlyDictionary<string, string> Values { get; }

    /// <summary>Checks what was given, by key, against what the store takes, and fills in the defaults.</summary>
    /// <exception cref="ArgumentException">An unknown key, or a value out of range; the message names what is valid.</exception>
    public static StoreOptions Create(IReadOnlyList<StoreOption> options, IReadOnlyDictionary<string, string> given)
    {
        if (given.Keys.FirstOrDefault(key => !options.Any(o => o.Key == key)) is { } unknown)
        {
            var valid = options.Count == 0 ? "there are none" : "valid are " + string.Join(", ", options.Select(o => o.Key));
            throw new ArgumentException($"'{unknown}' is not a store option here; {valid}.");
        }

        var values = options.ToDictionary(o => o.Key, o => given.GetValueOrDefault(o.Key, o.Default), StringComparer.Ordinal);
        foreach (var option in options)
        {
            if (option.ComplaintOf(values[option.Key]) is { } complaint)
                throw new ArgumentException($"{option.Key}={values[option.Key]}: {complaint}");
        }

        return new StoreOptions(values);
    }

    public string Text(string key) => Values[key];

    public long Integer(string key) => long.Parse(Values[key], CultureInfo.InvariantCulture);

    public bool Switch(string key) => Values[key] == "on";

    public TimeSpan Duration(string key) => DurationText.TryParse(Values[key], out var duration) ? duration
        : throw new InvalidOperationException($"{key} is not a duration option.");
}
