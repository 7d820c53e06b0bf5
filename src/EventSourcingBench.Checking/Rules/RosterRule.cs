namespace EventSourcingBench.Checking.Rules;

/// <summary>Entities with a limited number of places, one for each key of a history: none is opened twice, has a member twice, loses one
/// that it does not have, or has more members than places; and each refusal is explained by a state within the operation's time.</summary>
/// <remarks>Operations keep their <see cref="RosterCommand"/> as argument, and of a refusal the <see cref="RosterRefusal"/> as version.
/// With a second key each of the two entities is a member of the other one. What an accepted operation found otherwise than it needs is
/// <see cref="FindingKind.ConditionViolated"/>, as the store's condition (an expected version, a DCB condition) should have prevented it;
/// more members than places are <see cref="FindingKind.RuleBroken"/>.</remarks>
internal sealed class RosterRule(StepHistory history, bool seesAcknowledged = true) : IRule
{
    private readonly Dictionary<int, Roster> _rosters = [];
    private readonly HashSet<int> _refusing = [.. RefusedIn(history).SelectMany(o => new[] { o.Key, o.SecondKey })];

    /// <summary>An entity after all its events: how many these are, and who is in it.</summary>
    public (int Events, IReadOnlySet<int> Members) StateOf(int key) => (RosterOf(key).Count, RosterOf(key).Members);

    public void Take(in FoundEvent found, Operation? append, int index, Findings findings)
    {
        if (append is not { } operation)
            return;

        if (index == 0)
            Take(operation.Key, found, operation, findings, isSecond: false);

        // An event that is kept once concerns both.
        if (operation.SecondKey != Operation.NoKey && index == history.EventsPerOperation - 1)
            Take(operation.SecondKey, found, operation, findings, isSecond: true);
    }

    public void Complete(bool isWhole, Findings findings)
    {
        foreach (var asked in isWhole ? RefusedIn(history) : [])
        {
            var refusal = (RosterRefusal)asked.Version;
            var isSecond = refusal is RosterRefusal.SecondMissing or RosterRefusal.SecondFull;
            var (key, command) = (isSecond ? asked.SecondKey : asked.Key, RosterCommand.Of(asked.Argument));
            var roster = RosterOf(key);
            var states = history.HasOneClock ? roster.StatesWithin(asked) : (First: 0, Last: roster.Count);
            if (!roster.Explains(refusal, command, MemberOf(asked, isSecond), seesAcknowledged ? states : states with { First = 0 }))
            {
                var unexplained = $"none of its states from {states.First} to {states.Last} events explains it";
                findings.Add(
                    FindingKind.FalseRefusal,
                    $"operation {asked.Number} was refused by {history.Keys[key]} ({refusal}), and {unexplained}");
            }
        }
    }

    private static IEnumerable<Operation> RefusedIn(StepHistory history) =>
        history.Where((in o) => o is { Kind: OperationKind.Append, Outcome: Outcome.Refused });

    private static int MemberOf(in Operation operation, bool isSecond) => isSecond ? operation.Key
        : operation.SecondKey != Operation.NoKey ? operation.SecondKey
        : RosterCommand.Of(operation.Argument).Number;

    private void Take(int key, in FoundEvent found, in Operation operation, Findings findings, bool isSecond)
    {
        var member = MemberOf(operation, isSecond);
        var complaint = RosterOf(key).Take(RosterCommand.Of(operation.Argument), member, operation);

        // Who is in the other is found by the first of the two.
        if (complaint is not { } wrong || (isSecond && wrong.IsCondition && RosterOf(key).IsOpen))
            return;

        var kind = wrong.IsCondition ? FindingKind.ConditionViolated : FindingKind.RuleBroken;
        var name = RosterCommand.Of(operation.Argument).Change == RosterChange.Open ? ""
            : operation.SecondKey == Operation.NoKey ? $" (place {member})"
            : $" ({history.Keys[member]})";
        findings.Add(kind, $"{history.Keys[key]} {wrong.What}{name} by {found.Id} at {found.Version}");
    }

    private Roster RosterOf(int key) =>
        CollectionsMarshal.GetValueRefOrAddDefault(_rosters, key, out _) ??= new Roster(keepsStates: _refusing.Contains(key));
}
