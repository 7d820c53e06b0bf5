using Xunit.v3;

namespace EventSourcingBench.Tests;

/// <summary>Marks what takes long for what it adds to the other tests: another configuration of a store that has passed, a repetition, a
/// build of the command. It runs every night and by <c>dotnet test -c Release -p:AllTests=true</c>, not at each commit.</summary>
[AttributeUsage(AttributeTargets.Class | AttributeTargets.Method)]
internal sealed class NightlyAttribute : Attribute, ITraitAttribute
{
    public IReadOnlyCollection<KeyValuePair<string, string>> GetTraits() => [new("Run", "nightly")];
}
