namespace EventSourcingBench.Api.Problems;

/// <summary>Ends a request with a problem.</summary>
internal sealed class ProblemException(ApiProblem problem) : Exception(problem.Detail ?? problem.Title)
{
    public ApiProblem Problem { get; } = problem;
}
