using EventSourcingBench.Measurement;

namespace EventSourcingBench.LoadTests.Tests;

internal static class Verification
{
    /// <summary>The verdict on a store, without the wait for late writes.</summary>
    public static VerdictRecord Of(StoreWorld world, bool readModel = false, CancellationToken cancellationToken = default) =>
        Task.Run(() => Verifier.VerifyAsync(
            world.ToLedger(), world, new VerifierOptions { ReadModel = readModel, Settle = TimeSpan.Zero }, cancellationToken))
            .GetAwaiter().GetResult();
}
