using FsCheck;

namespace EventSourcingBench.LoadTests.Tests;

public sealed class StepPlanTests
{
    private static readonly string[] AllStores = ["memory", "sqlite", "postgres", "marten", "umadb"];

    [Fact]
    public void Every_combination_is_there_once() => ForPlans((suites, stores, plan, _) =>
    {
        var expected =
            from s in suites
            from trial in Enumerable.Range(1, s.Workload.Get(LoadParameters.Trials))
            from copies in s.Workload.Get(LoadParameters.Copies)
            from store in stores
            select (s.Suite.Name, trial, (int?)copies, store);
        plan.Steps.Select(s => (s.Suite.Name, s.Trial, s.Copies, s.Store)).Order().SequenceEqual(expected.Order()).ShouldBeTrue();
    });

    [Fact]
    public void Suites_trials_and_loads_are_in_their_order() => ForPlans((suites, _, plan, _) =>
    {
        var places = plan.Steps.Select(s => (suites.FindIndex(x => x.Suite == s.Suite), s.Trial, s.Copies)).ToList();
        places.ShouldBe(places.Order());
        plan.Steps.Select(s => s.Number).ShouldBe(Enumerable.Range(1, plan.Steps.Count()));
    });

    [Fact]
    public void A_group_is_one_step_or_all_stores_of_a_load() => ForPlans((_, stores, plan, together) =>
    {
        foreach (var group in plan.Groups)
        {
            group.Count.ShouldBe(together ? stores.Count : 1);
            group.Select(s => (s.Suite, s.Trial, s.Copies, s.Rate)).Distinct().ShouldHaveSingleItem();
            group.Select(s => s.Store).ShouldBeUnique();
        }
    });

    [Fact]
    public void The_same_seed_gives_the_same_plan() => ForPlans((suites, stores, plan, together) =>
        StepPlan.Create(suites, _ => stores, seed: 0, together).Steps
            .ShouldBe(StepPlan.Create(suites, _ => stores, seed: 0, together).Steps));

    [Fact]
    public void Every_store_comes_first_about_as_often()
    {
        var workload = Workload(loads: 10).With(LoadParameters.Trials, "100");
        var plan = StepPlan.Create([(SuiteCatalog.All[0], workload)], _ => AllStores, seed: 3, together: true);

        plan.Groups.CountBy(g => g[0].Store).ShouldAllBe(c => c.Value > 150 && c.Value < 250);
    }

    [Fact]
    public void Each_skew_is_a_step_of_the_order_hot_and_of_no_other()
    {
        var workload = WorkloadFile.Load("reservation", "smoke").With([
            new(ReservationParameters.RequestOrders, "serial,hot"),
            new(ReservationParameters.CommandHandling, "snapshot"),
            new(ReservationParameters.Skews, "0.5,1.2")]);
        var plan = StepPlan.Create([(SuiteCatalog.Find("reservation"), workload)], _ => ["memory"], seed: 0, together: false);

        plan.Steps.Select(s => s.Subject).ShouldBe(
            ["memory (snapshot, serial)", "memory (snapshot, hot skew 0.5)", "memory (snapshot, hot skew 1.2)"]);
        WorkloadFile.Load("reservation", "smoke").Get(ReservationParameters.Skews).ShouldBe([1]);
    }

    [Fact]
    public void The_rates_that_a_search_tries_have_a_folder_each()
    {
        var step = StepPlan.Create([(SuiteCatalog.All[0], Workload(loads: 1))], _ => ["memory"], seed: 0, together: false).Steps.First();
        step.ReportFolder.ShouldBe(Path.Combine("engine", "001"));
        (step with { Probe = 3 }).ReportFolder.ShouldBe(Path.Combine("engine", "001-03"));
    }

    [Fact]
    public void Rates_are_loads_too()
    {
        var workload = Workload(loads: 1).With([new(LoadParameters.Rates, "250,500"), new(LoadParameters.Ramp, "true")]);

        var steps = StepPlan.Create([(SuiteCatalog.All[0], workload)], _ => ["memory"], seed: 1, together: false).Steps.ToList();

        steps.Select(s => s.Rate).ShouldBe([250, 500]);
        steps[1].Simulation().ShouldBe(new LoadSimulation
        {
            Rate = 500,
            Ramp = true,
            WarmUp = workload.Get(LoadParameters.WarmUp),
            Duration = workload.Get(LoadParameters.Duration),
        });
    }

    [Fact]
    public void Stores_that_run_together_take_their_time_once()
    {
        var workload = Workload(loads: 4);

        StepPlan.Create([(SuiteCatalog.All[0], workload)], _ => AllStores, seed: 1, together: false)
            .LoadTime.ShouldBe(TimeSpan.FromSeconds(3.5 * 20));
        StepPlan.Create([(SuiteCatalog.All[0], workload)], _ => AllStores, seed: 1, together: true)
            .LoadTime.ShouldBe(TimeSpan.FromSeconds(3.5 * 4));
    }

    [Fact]
    public void Without_a_store_there_is_no_step() =>
        StepPlan.Create([(SuiteCatalog.All[0], Workload(loads: 2))], _ => [], seed: 1, together: true).Groups.ShouldBeEmpty();

    [Fact]
    public void A_step_of_ingest_is_each_mode_buffer_and_count_with_all_its_trials()
    {
        var workload = WorkloadFile.Load("ingest", "quick").With([
            new(IngestParameters.Counts, "1,100"),
            new(IngestParameters.Buffers, "1KB,2KB"),
            new(LoadParameters.Trials, "10")]);

        var steps = StepPlan.Create(
            [(SuiteCatalog.Find("ingest"), workload)], _ => ["memory", "sqlite"], seed: 1, together: false).Steps.ToList();

        steps.Select(s => (s.Store, IngestLoad.Of(s.Workload))).ShouldBe(
            from store in new[] { "memory", "sqlite" }
            from mode in new[] { "blocking", "non-blocking" }
            from bytes in new[] { 1_024L, 2_048 }
            from count in new[] { 1L, 100 }
            select (store, new IngestLoad(mode, bytes, count)),
            ignoreOrder: true);
        steps.ShouldAllBe(s => s.Trial == 1);
        steps[0].ToString().ShouldBe($"ingest {steps[0].Store} 1 event, blocking 1KB");
    }

    [Fact]
    public void Growth_is_one_step_of_each_store()
    {
        var workload = WorkloadFile.Load("growth", "paper");

        StepPlan.Create([(SuiteCatalog.Find("growth"), workload)], _ => ["sqlite"], seed: 1, together: false).Steps
            .ShouldHaveSingleItem().ToString().ShouldBe("growth sqlite to 10,000,000 events");
    }

    private static Workload Workload(int loads) =>
        WorkloadFile.Load("append", "quick").With(LoadParameters.Copies, string.Join(',', Enumerable.Range(1, loads)));

    private static void ForPlans(Action<List<(Suite Suite, Workload Workload)>, IReadOnlyList<string>, StepPlan, bool> holds) =>
        Prop.ForAll(
            ArbMap.Default.ArbFor<int>(),
            Gen.Choose(1, 5).Three().ToArbitrary(),
            ArbMap.Default.ArbFor<bool>(),
            (seed, sizes, together) =>
            {
                var workload = Workload(sizes.Item1).With(LoadParameters.Trials, sizes.Item2.ToString(CultureInfo.InvariantCulture));
                var suites = SuiteCatalog.All.Where(s => s.SendsBars).Select(s => (s, workload)).ToList();
                var stores = AllStores[..sizes.Item3];
                holds(suites, stores, StepPlan.Create(suites, _ => stores, seed, together), together);
                return true;
            }).QuickCheckThrowOnFailure();
}
