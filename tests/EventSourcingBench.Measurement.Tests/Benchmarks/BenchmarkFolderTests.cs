namespace EventSourcingBench.Measurement.Tests;

public sealed class BenchmarkFolderTests : TempFolderTest
{
    // Files of BenchmarkDotNet 0.14.0: one benchmark threw, one method has a description, one class knows no store.
    private static readonly string Sample = Path.Combine(AppContext.BaseDirectory, "Benchmarks", "Sample");

    [Fact]
    public void Several_files_of_BenchmarkDotNet_are_one_folder()
    {
        var read = BenchmarkFolder.Read(Sample);
        read.Hosts.ShouldHaveSingleItem().ShouldBe(new BenchmarkHost(
            "0.14.0", "Debian GNU/Linux 12 (bookworm)", ".NET 10.0.12 (10.0.1226.42308)", "Example CPU @ 2.50GHz", 2, 2, "X64", "RELEASE"));
        read.Records.CountBy(r => (r.Type, r.Job)).Select(c => c.Key)
            .ShouldBe([("LoadStream", "quick"), ("Serialise", "quick"), ("WriteStream", "quick")]);
        read.Records.Count.ShouldBe(10);
        // A description names the method, and a class may know no store.
        read.Records.Where(r => r.Type == "WriteStream").Select(r => r.Method).Distinct().Order().ShouldBe(["in batches", "Single"]);
        read.Records.Where(r => r.Type == "Serialise").ShouldAllBe(r => r.Store == null && r.Events == null && r.Size == 50);
    }

    [Fact]
    public void A_benchmark_has_its_parameters_times_and_memory_and_one_that_threw_no_times_and_no_memory()
    {
        var record = BenchmarkFolder.Read(Sample).Records.Single(r => r is { Type: "LoadStream", Events: 1000, Size: 10 });
        (record.Store, record.Method, record.AllocatedBytes, record.MemoryOperations).ShouldBe(("sqlite", "Load", 1_392_067, 16));
        record.Nanoseconds.Count.ShouldBe(3);
        record.Nanoseconds.Average().ShouldBeInRange(3.0e6, 3.3e6);
        record.Collections.ShouldBe([1, 0, 0]);
        record.Title.ShouldBe("LoadStream.Load (Store=sqlite, Events=1000, Size=10)");
        var thrown = BenchmarkFolder.Read(Sample).Records.Single(r => r is { Type: "LoadStream", Events: 1000, Size: 50 });
        thrown.Nanoseconds.ShouldBeEmpty();
        thrown.AllocatedBytes.ShouldBeNull();
    }

    [Fact]
    public void Files_may_lie_in_the_results_folder_of_the_artifacts()
    {
        Temp.Write("results/LoadStream-report-full.json", LoadStream);
        var read = BenchmarkFolder.Read(Temp.Path);
        (read.Records.Count, read.Name).ShouldBe((4, Path.GetFileName(Temp.Path)));
        BenchmarkFolder.Read(Temp.At("results")).Name.ShouldBe(read.Name);
        BenchmarkFolder.Is(Temp.Path).ShouldBeTrue();
    }

    [Fact]
    public void A_folder_without_such_files_is_none()
    {
        BenchmarkFolder.Is(Temp.Path).ShouldBeFalse();
        BenchmarkFolder.Is(Temp.At("nowhere")).ShouldBeFalse();
        Message().ShouldBe($"{Temp.Path} is not a folder of microbenchmarks: it has no *-report-full.json.");
    }

    [Fact]
    public Task A_file_that_is_something_else_is_named_with_what_is_missing() => Snapshots.ShouldAnswerAsync("benchmarks.txt", json =>
    {
        var file = Temp.Write("x-report-full.json", json);
        return Task.FromResult(Message().Replace(file, "x-report-full.json", StringComparison.Ordinal));
    });

    [Fact]
    public void The_same_benchmark_twice_is_an_error()
    {
        Temp.Write("LoadStream-report-full.json", LoadStream);
        Temp.Write("Again-report-full.json", LoadStream);
        Message().ShouldContain("has LoadStream.Load (Store=sqlite, Events=10, Size=10) again");
    }

    [Theory]
    [InlineData("LoadStream.Load: quick(IterationCount=3) [Store=memory]", "quick", "IterationCount=3")]
    [InlineData("LoadStream.Load: Npgsql 9(EnvironmentVariables=A=/x,B=/y, Arguments=/p:C=a,/p:D=b, IterationCount=3) [Store=postgres]",
        "Npgsql 9", "IterationCount=3")]
    [InlineData("LoadStream.Load: Job-QXYZAB(NuGetReferences=Npgsql 9.0.3) [Store=postgres]",
        "NuGetReferences=Npgsql 9.0.3", "NuGetReferences=Npgsql 9.0.3")]
    [InlineData("LoadStream.Load: DefaultJob", "DefaultJob", "")]
    public void A_job_is_known_by_its_name_or_its_settings(string displayInfo, string job, string settings)
    {
        var read = BenchmarkFile.JobOf(displayInfo, "LoadStream.Load: ");
        read.Name.ShouldBe(job);
        string.Join(',', read.Settings.Select(s => $"{s.Name}={s.Value}")).ShouldBe(settings);
    }

    private static string LoadStream => File.ReadAllText(Path.Combine(Sample, "LoadStream-report-full.json"));

    private string Message() => Should.Throw<FormatException>(() => BenchmarkFolder.Read(Temp.Path)).Message;
}
