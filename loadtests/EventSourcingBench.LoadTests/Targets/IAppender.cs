using EventSourcingBench.Measurement;

namespace EventSourcingBench.LoadTests;

/// <summary>Where the requests of a load go.</summary>
internal interface IAppender
{
    /// <summary>The address below which each currency has its bars, with a slash behind it; null where there is no API.</summary>
    Uri? CurrenciesAddress { get; }

    /// <summary>Appends one bar. Never throws for a store's error.</summary>
    /// <param name="request">The bar and where it goes.</param>
    /// <param name="timeout">After this the outcome is <see cref="Outcome.Timeout"/>.</param>
    ValueTask<AppendReply> AppendAsync(AppendRequest request, TimeSpan timeout);
}
