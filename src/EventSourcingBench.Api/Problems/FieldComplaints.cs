namespace EventSourcingBench.Api.Problems;

/// <summary>Converts violations of the domain's rules to a problem.</summary>
internal static class FieldComplaints
{
    /// <exception cref="ProblemException">There is a complaint: 400.</exception>
    public static void Check(IReadOnlyList<FieldComplaint> complaints)
    {
        if (complaints.Count > 0)
        {
            throw new ProblemException(Problem.Validation(
                complaints.ToDictionary(c => c.Field, c => new[] { c.Message }, StringComparer.Ordinal)));
        }
    }
}
