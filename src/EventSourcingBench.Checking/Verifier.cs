namespace EventSourcingBench.Checking;

/// <summary>Reads a store back and compares it with what it answered.</summary>
public static class Verifier
{
    /// <summary>
    /// Verifies a step. Whatever goes wrong while reading is the verdict <c>not verified</c>, with what was found until then; so is
    /// a cancellation.
    /// </summary>
    /// <param name="plan">What is verified.</param>
    /// <param name="cancellationToken">Ends the reading.</param>
    public static async Task<VerdictRecord> VerifyAsync(VerificationPlan plan, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(plan);
        var findings = new Findings();
        var sent = new SentEvents(plan.History, plan.ReadBack.HasStreams);
        var verification = new Verification(plan, sent, findings);
        string? obstacle = null;
        try
        {
            await verification.ReadAsync(cancellationToken);
        }
        catch (Exception e)
        {
            obstacle = cancellationToken.IsCancellationRequested ? "interrupted." : e.Message;
        }

        verification.Complete();
        return VerdictText.Of(plan, sent, verification.Stored, findings, obstacle, verification.How);
    }
}
