namespace EventSourcingBench.Reporting.Building;

/// <summary>Finds what takes from the numbers.</summary>
internal static class FlagBuilder
{
    public static IReadOnlyList<Flag> Build(RunFolder folder, int index, IReadOnlyList<SuiteModel> suites)
    {
        var flags = new List<Flag>();
        AddVerdicts(flags, index, suites);
        AddTiers(flags, folder);
        AddRun(flags, folder);
        AddEnvironment(flags, folder.Environment);
        AddClientBound(flags, index, suites);
        AddNotes(flags, folder);
        return [.. flags.OrderByDescending(f => f.Severity)];
    }

    private static void AddVerdicts(List<Flag> flags, int index, IReadOnlyList<SuiteModel> suites)
    {
        foreach (var suite in suites)
        {
            foreach (var store in suite.Unranked.Where(u => u.Run == index && u.Verdict == VerdictState.Failed))
            {
                flags.Add(new Flag(
                    FlagSeverity.Serious,
                    $"{store.Store} failed verification in {suite.Name}",
                    $"{store.Reason} ({store.Where}). None of its numbers in this suite is ranked."));
            }
        }
    }

    private static void AddTiers(List<Flag> flags, RunFolder folder)
    {
        foreach (var store in folder.Run.Stores)
        {
            // The store's record has the weakest tier of its steps, with the reason of the step that showed it.
            var found = new DurabilityRecord(store.Durability, store.DurabilityReason);
            if (folder.Steps.FirstOrDefault(s => s.Durability == found) is { } step)
            {
                var text = string.Create(CultureInfo.InvariantCulture, $"{found.Reason} (found after step {step.Number})");
                flags.Add(new Flag(FlagSeverity.Serious, $"{store.Name} is ranked as {found.Tier}", text));
            }
        }
    }

    private static void AddRun(List<Flag> flags, RunFolder folder)
    {
        if (folder.Steps.Count == 0)
        {
            flags.Add(new Flag(FlagSeverity.Serious, "Nothing was measured", "The run ended before its first step did. There is no number "
                + "to show."));
        }

        if (folder.Run.Interrupted)
        {
            flags.Add(new Flag(
                FlagSeverity.Warning,
                "Interrupted",
                $"The user ended the run before its end: {Format.Count(folder.Steps.Count)} steps were measured, later ones are missing."));
        }

        if (folder.Run.Together)
        {
            flags.Add(new Flag(
                FlagSeverity.Warning,
                "Stores loaded together",
                "The stores ran at the same time and took each other's CPU and disk: the numbers say how they share this machine, not "
                + "what each can do."));
        }

        var oneTrial = folder.Steps.Select(s => s.Trial == 1 ? OneTrial(folder, s) : null).ToList();
        if (oneTrial.Count > 0 && !oneTrial.Contains(null))
        {
            flags.Add(new Flag(FlagSeverity.Note, "One trial", string.Join(' ', oneTrial.Distinct(StringComparer.Ordinal))));
        }

        if (folder.Run.GitCommit?.EndsWith("-dirty", StringComparison.Ordinal) == true)
        {
            flags.Add(new Flag(FlagSeverity.Note, "Changed files", "The run was started from a checkout with uncommitted changes "
                + $"({folder.Run.GitCommit}): the commit alone does not repeat it."));
        }
    }

    private static string? OneTrial(RunFolder folder, StepRecord step)
    {
        var suite = SuiteDefinition.Of(step.Suite, [folder]);
        return suite.Report.PartsAreTrials && suite.PartsOf(step) > 1 ? null : suite.Report.OneTrial
            ?? "Each step ran once, so no interval can be given. Repeat with --trials 5 before small differences are believed.";
    }

    private static void AddEnvironment(List<Flag> flags, EnvironmentRecord environment)
    {
        if (environment.InMemoryFileSystem)
        {
            flags.Add(new Flag(
                FlagSeverity.Serious,
                "Data folder in memory",
                $"The data folder is on {environment.FileSystem}: forcing to disk cost nothing, durable numbers from it are worth "
                + "nothing. Give a folder on a disk."));
        }

        flags.AddRange(environment.Warnings.Select(w => new Flag(FlagSeverity.Warning, "Environment", w)));
    }

    private static void AddNotes(List<Flag> flags, RunFolder folder)
    {
        foreach (var note in folder.Steps.SelectMany(s => s.Notes).Distinct(StringComparer.Ordinal))
        {
            var steps = folder.Steps.Count(s => s.Notes.Contains(note, StringComparer.Ordinal));
            flags.Add(new Flag(FlagSeverity.Note, "How the load was made",
                string.Create(CultureInfo.InvariantCulture, $"{note} (steps: {steps})")));
        }
    }

    private static void AddClientBound(List<Flag> flags, int index, IReadOnlyList<SuiteModel> suites)
    {
        foreach (var suite in suites)
        {
            var bound = suite.Cells.Where(c => c.Run == index && c.ClientBound).ToList();
            if (bound.Count > 0)
            {
                var steps = string.Join("; ", bound.Select(c => $"{c.Store} at {c.Load.Label} ({Format.Percent(c.ShareOfCeiling)})"));
                flags.Add(new Flag(
                    FlagSeverity.Warning,
                    $"Client-bound steps in {suite.Name}",
                    "Above 80% of what the load generator reaches against an endpoint that does nothing, so these measure the generator: "
                    + $"{steps}."));
            }
        }
    }
}
