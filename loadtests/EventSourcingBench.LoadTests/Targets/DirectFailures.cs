using EventSourcingBench.Abstractions;
using EventSourcingBench.Domain;
using EventSourcingBench.Measurement;

namespace EventSourcingBench.LoadTests;

/// <summary>What a failure of a store that is called directly says about the request.</summary>
internal static class DirectFailures
{
    /// <summary>The outcome and its words. What a store may not throw leaves the outcome unknown.</summary>
    /// <param name="failure">What was thrown.</param>
    /// <param name="patience">What ends the waiting.</param>
    /// <param name="timeout">After how long it does.</param>
    public static (Outcome Outcome, string Error) Of(Exception failure, CancellationTokenSource patience, TimeSpan timeout) => failure switch
    {
        StoreUnavailableException or ForeignEventException => (Outcome.Error, Secrets.OfThisProcess.Redact(failure.Message)),
        OutcomeUnknownException => (Outcome.Timeout, Secrets.OfThisProcess.Redact(failure.Message)),
        OperationCanceledException when patience.IsCancellationRequested => (Outcome.Timeout, $"no answer within {timeout.TotalSeconds:0.#} s"),
        _ => (Outcome.Timeout, Secrets.OfThisProcess.Redact($"{failure.GetType().Name}: {failure.Message}")),
    };
}
