namespace EventSourcingBench.LoadTests.Workloads;

/// <summary>A kind of thing that a parameter names: its name, and a colon and an argument where it takes one.</summary>
/// <param name="Syntax">For example <c>join[:EVENTS]</c>.</param>
/// <param name="Create">Makes it from the argument, empty without one; null where the argument is not valid.</param>
internal record NamedKind<T>(string Syntax, Func<string, T?> Create)
    where T : class
{
    public string Name => Syntax.Split('[', ':')[0];
}

/// <summary>What a parameter names, as it was written.</summary>
/// <param name="Create">Null for <see cref="Named.Nothing"/>.</param>
internal sealed record Named<T>(string Text, T? Create, NamedKind<T>? Kind = null)
    where T : class;

internal static class Named
{
    public const string Nothing = "nothing";

    public static Values<Named<T>> Values<T>(IReadOnlyList<NamedKind<T>> kinds)
        where T : class => new(
        $"{Nothing}, {string.Join(", ", kinds.Select(k => k.Syntax))}", JsonValueKind.String,
        text => text == Nothing ? new Named<T>(text, null)
            : text.Split(':', 2) is var parts && kinds.FirstOrDefault(k => k.Name == parts[0]) is { } kind
                && kind.Create(parts.ElementAtOrDefault(1) ?? "") is { } create ? new Named<T>(text, create, kind) : null);
}
