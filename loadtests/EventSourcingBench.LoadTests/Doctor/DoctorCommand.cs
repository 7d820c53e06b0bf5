namespace EventSourcingBench.LoadTests.Doctor;

/// <summary>Says whether figures of this machine are worth anything, before hours are spent on them.</summary>
internal static class DoctorCommand
{
    private const double Gibibyte = 1L << 30;
    private const int Rounds = 12;
    private static readonly TimeSpan Round = TimeSpan.FromSeconds(1);

    public static Command Create()
    {
        var command = new Command("doctor", "Check in half a minute whether this machine is fit to measure on, and what to change");
        command.SetAction((_, cancellationToken) => RunAsync(cancellationToken));
        return command;
    }

    private static async Task<int> RunAsync(CancellationToken cancellationToken)
    {
        Console.WriteLine(FormattableString.Invariant($"measuring this machine's noise for up to {2 * Rounds * Round.TotalSeconds:0} s"));
        var folder = RunWorkFolder.DefaultBase();
        List<Diagnosis> diagnoses = [.. Examine(folder), .. await ServerChecks.ExamineAsync(folder, cancellationToken)];
        var table = new Table().Border(TableBorder.Simple).AddColumns("what", "state", "found");
        foreach (var (what, fitness, found, advice) in diagnoses)
        {
            var color = fitness switch { Fitness.Good => "green", Fitness.Doubtful => "yellow", _ => "red" };
            var state = $"[{color}]{fitness.ToString().ToLowerInvariant()}[/]";
            table.AddRow(Markup.Escape(what), state, Markup.Escape(advice.Length == 0 ? found : $"{found}\n{advice}"));
        }

        Terminal.Create().Write(table);
        var code = ExitCodeOf(diagnoses);
        Console.WriteLine(code == ExitCodes.Success
            ? "This machine can be measured on." : "This machine is not fit to measure on: see what is unfit.");
        return code;
    }

    internal static int ExitCodeOf(IEnumerable<Diagnosis> diagnoses) =>
        diagnoses.Any(d => d.Fitness == Fitness.Unfit) ? ExitCodes.Failure : ExitCodes.Success;

    private static List<Diagnosis> Examine(string folder)
    {
        try
        {
            var environment = EnvironmentProbe.Measure(folder, "Set TMPDIR to a folder on a disk.", TimeProvider.System);
            var room = new DriveInfo(Path.GetFullPath(folder)).AvailableFreeSpace / Gibibyte;
            return
            [
                .. environment.Warnings.Select(w => new Diagnosis("Surroundings", Fitness.Unfit, w)),
                .. new SystemChecks(file => ProcFile.TryRead(file)?.Trim(), environment.Cores).Examine(),
                Diagnosis.Of(
                    "Room for data", FormattableString.Invariant($"{room:0.0} GiB in {folder} ({environment.FileSystem})"), room >= 2,
                    "A full disk fails steps: make room, or set TMPDIR to a folder on another disk.", Fitness.Unfit)!,
                .. new NoiseMeasurement(folder, TimeProvider.System).Measure(Rounds, Round),
            ];
        }
        catch (IOException e)
        {
            throw new UserException(e.Message, e);
        }
    }
}
