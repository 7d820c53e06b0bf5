namespace EventSourcingBench.Reporting.Shapes;

/// <summary>A choice that the reader of a chart has, with what each option draws.</summary>
internal sealed record Choice(string Name, IReadOnlyList<Option> Options, int Selected = 0);
