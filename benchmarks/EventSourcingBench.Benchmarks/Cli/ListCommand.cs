namespace EventSourcingBench.Benchmarks.Cli;

internal static class ListCommand
{
    public static Command Create()
    {
        var command = new Command("list", "List the benchmarks, the stores and the profiles");
        command.SetAction(_ => Write());
        return command;
    }

    private static int Write()
    {
        var benchmarks = new Table().Border(TableBorder.Simple).AddColumns("benchmark", "by");
        foreach (var type in BenchmarkRun.Types)
        {
            var parameters = type.GetProperties().Where(p => Attribute.IsDefined(p, typeof(ParamsSourceAttribute))).Select(p => p.Name);
            foreach (var method in type.GetMethods().Where(m => Attribute.IsDefined(m, typeof(BenchmarkAttribute))))
                benchmarks.AddRow($"{type.Name}.{method.Name}", string.Join(", ", parameters));
        }

        var profiles = new Table().Border(TableBorder.Simple).AddColumns("profile", "counts", "sizes", "what for");
        foreach (var profile in Run.Profile.All)
            profiles.AddRow(profile.Name, string.Join(',', profile.Counts), string.Join(',', profile.Sizes), profile.Summary);

        var stores = StoreSelection.Valid(new PluginLocator().Find(PluginKind.Store, []));
        var console = Terminal.Create();
        console.Write(benchmarks);
        console.Write(profiles);
        console.WriteLine($"Stores: {string.Join(", ", stores)}. Which of them can run here: the load suites' command 'stores'.");
        return ExitCodes.Success;
    }
}
