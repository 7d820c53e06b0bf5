using Microsoft.AspNetCore.Components;

namespace EventSourcingBench.Reporting.Html;

/// <summary>A part of the page.</summary>
/// <typeparam name="T">What it shows.</typeparam>
public abstract class View<T> : ComponentBase
{
    /// <summary>What it shows.</summary>
    [Parameter, EditorRequired]
    public T Model { get; set; } = default!;
}
