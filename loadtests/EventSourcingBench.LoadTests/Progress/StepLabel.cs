namespace EventSourcingBench.LoadTests;

/// <summary>How a step is named to the user.</summary>
/// <param name="Number">Its number, from 1.</param>
/// <param name="Suite">The suite.</param>
/// <param name="Store">The store.</param>
/// <param name="Load">Such as <c>8 copies</c> or <c>500/s</c>.</param>
/// <param name="Trial">The trial, from 1.</param>
/// <param name="LoadTime">Warm-up and measured time together.</param>
internal sealed record StepLabel(int Number, string Suite, string Store, string Load, int Trial, TimeSpan LoadTime)
{
    /// <inheritdoc/>
    public override string ToString() => Trial > 1 ? $"{Suite} {Store} {Load}, trial {Trial}" : $"{Suite} {Store} {Load}";
}
