namespace EventSourcingBench.Api;

internal static class RequestLimits
{
    public const int BodyBytes = 64 * 1024;

    public const string Words = "A body may have at most 64 KB.";
}
