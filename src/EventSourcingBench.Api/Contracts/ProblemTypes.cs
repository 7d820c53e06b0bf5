namespace EventSourcingBench.Api.Contracts;

/// <summary>The values of <see cref="ApiProblem.Type"/>.</summary>
public static class ProblemTypes
{
    /// <summary>400: the request is invalid or violates a rule.</summary>
    public const string Validation = "/problems/validation";

    /// <summary>403: this process does not allow it.</summary>
    public const string Forbidden = "/problems/forbidden";

    /// <summary>404: no such store, route, row or running projection.</summary>
    public const string NotFound = "/problems/not-found";

    /// <summary>405: the route does not support the method.</summary>
    public const string MethodNotAllowed = "/problems/method-not-allowed";

    /// <summary>409: the append had a version conflict; nothing was appended.</summary>
    public const string WrongExpectedVersion = "/problems/wrong-expected-version";

    /// <summary>409: a rule of the domain refused the command; nothing was appended.</summary>
    public const string Refused = "/problems/refused";

    /// <summary>409: every attempt had a version conflict; nothing was appended.</summary>
    public const string RetriesExhausted = "/problems/retries-exhausted";

    /// <summary>409: the store contains an event of another domain; nothing was appended.</summary>
    public const string ForeignEvent = "/problems/foreign-event";

    /// <summary>413: the body is longer than 64 KB.</summary>
    public const string TooLarge = "/problems/too-large";

    /// <summary>415: the body is not JSON.</summary>
    public const string UnsupportedMediaType = "/problems/unsupported-media-type";

    /// <summary>500: a defect.</summary>
    public const string Unexpected = "/problems/unexpected";

    /// <summary>503: the store is unavailable or being reset; nothing was done.</summary>
    public const string StoreUnavailable = "/problems/store-unavailable";

    /// <summary>504: a write was sent and not answered; a retry with the same <c>Idempotency-Key</c> shows the outcome.</summary>
    public const string OutcomeUnknown = "/problems/outcome-unknown";
}
