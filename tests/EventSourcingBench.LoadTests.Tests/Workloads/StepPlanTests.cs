namespace EventSourcingBench.LoadTests.Tests;

public sealed class StepPlanTests
{
    private static readonly string[] AllStores = ["memory", "sqlite", "postgres", "marten", "umadb"];

    [Fact]
    public void A_plan_has_every_combination_once_in_each_block_and_in_groups() => Prop.ForAll(
        ArbMap.Default.ArbFor<int>(), Gen.Choose(1, 5).Three().ToArbitrary(), ArbMap.Default.ArbFor<bool>(), (seed, sizes, together) =>
        {
            var (loads, trials, stores) = (sizes.Item1, sizes.Item2, AllStores[..sizes.Item3]);
            var workload = Workload(loads).With(LoadParameters.Trials, $"{trials}");
            List<(Suite s, Workload)> suites = [(BarsExperiment.AppendSuite, workload), (BarsExperiment.ProjectionSuite, workload)];
            var plan = StepPlan.Create(suites, _ => stores, seed, together);
            var steps = plan.Steps.Where(s => !s.Again).ToList();

            var expected =
                from suite in Enumerable.Range(0, suites.Count)
                from trial in Enumerable.Range(1, trials)
                from copies in Enumerable.Range(1, loads)
                from store in stores.Order(StringComparer.Ordinal)
                select (suite, trial, copies, store);
            var places = steps.ConvertAll(s => (suites.FindIndex(x => x.s == s.Suite), s.Trial, s.Copies!.Value, s.Store));
            places.Order().ShouldBe(expected);
            places.Select(p => (p.Item1, p.Trial, trials == 1 ? p.Value : 0)).ShouldBeInOrder();
            plan.Steps.Select(s => s.Number).ShouldBe(Enumerable.Range(1, plan.Steps.Count()));
            plan.Groups.ShouldAllBe(g => g.Count == (together ? stores.Length : 1));
            plan.Groups.Select(g => g.Select(s => (s.Suite, s.Trial, s.Copies)).Distinct().Count()).ShouldAllBe(n => n == 1);
            StepPlan.Create(suites, _ => stores, seed, together).Steps.ShouldBe(plan.Steps);

            var again = plan.Steps.Where(s => s.Again).GroupBy(s => (s.Suite, s.Copies)).ToList();
            again.Count.ShouldBe(together || trials == 1 || stores.Length == 1 ? 0 : 2 * loads);
            again.ShouldAllBe(g => g.Select(s => s.Subject).Distinct().Count() == 1 && g.Count() == trials
                && steps.Any(s => s.Subject == g.First().RepeatOf));
            return true;
        }).QuickCheckThrowOnFailure();

    [Fact]
    public void Loads_and_stores_of_blocks_come_in_new_orders()
    {
        var workload = Workload(loads: 4).With(LoadParameters.Trials, "8");
        var plan = StepPlan.Create([(SuiteCatalog.All[0], workload)], _ => AllStores, seed: 2, together: false);
        var blocks = plan.Steps.GroupBy(s => s.Trial).Select(b => b.ToList()).ToList();
        blocks.Select(b => string.Join(' ', b.Select(s => s.Copies))).Distinct().Count().ShouldBeGreaterThan(4);
        blocks.Select(b => string.Join(' ', b.Select(s => s.Store))).Distinct().Count().ShouldBe(8);
        plan = StepPlan.Create([(SuiteCatalog.All[0], workload)], _ => AllStores, seed: 2, together: false, store => $"{store[0]}");
        // Only memory and marten have a tier in common.
        plan.Steps.Where(s => s.Again).ShouldAllBe(s => s.Store == "memory" || s.Store == "marten");

        // Those of a load stay together.
        blocks.ShouldAllBe(b => b.Zip(b.Skip(1), (one, next) => one.Copies != next.Copies).Count(isNew => isNew) == 3);
    }

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
        Plan("reservation", workload, "memory").Steps.Select(s => s.Subject).ShouldBe(
            ["memory (snapshot, serial)", "memory (snapshot, hot skew 0.5)", "memory (snapshot, hot skew 1.2)"]);
        WorkloadFile.Load("reservation", "smoke").Get(ReservationParameters.Skews).ShouldBe([1]);
    }

    [Fact]
    public void Rates_are_loads_too()
    {
        var workload = Workload(loads: 1).With([new(LoadParameters.Rates, "250,500"), new(LoadParameters.Ramp, "true")]);
        var steps = Plan("append", workload, "memory").Steps.ToList();
        steps.Select(s => s.Rate).ShouldBe([250, 500]);
        var (warmUp, duration) = (workload.Get(LoadParameters.WarmUp), workload.Get(LoadParameters.Duration));
        steps[1].Simulation().ShouldBe(new LoadSimulation(warmUp, duration, Rate: 500, Ramp: true));
    }

    [Theory]
    [InlineData(5, false, 20)]
    [InlineData(5, true, 4)]
    [InlineData(0, true, 0)]
    public void Stores_that_run_together_take_their_time_once_and_none_takes_none(int stores, bool together, int groups)
    {
        var plan = StepPlan.Create([(SuiteCatalog.All[0], Workload(loads: 4))], _ => AllStores[..stores], seed: 1, together);
        (plan.Groups.Count, plan.LoadTime).ShouldBe((groups, TimeSpan.FromSeconds(1.6 * groups)));
    }

    // One step of all trials for each mode, buffer and count.
    [Theory]
    [InlineData("ingest", "smoke", "1 event, blocking 4KB", "2,000 events, blocking 4KB", "1 event, non-blocking 4KB",
        "2,000 events, non-blocking 4KB")]
    [InlineData("growth", "paper", "to 10,000,000 events")]
    public void Steps_that_a_count_bounds_say_it(string suite, string profile, params string[] loads) => Plan(
        suite, WorkloadFile.Load(suite, profile), "sqlite").Steps.Select(s => $"{s}").ShouldBe(loads.Select(l => $"{suite} sqlite {l}"));

    private static Workload Workload(int loads) =>
        WorkloadFile.Load("append", "quick").With(LoadParameters.Copies, string.Join(',', Enumerable.Range(1, loads)));

    private static StepPlan Plan(string suite, Workload workload, params string[] stores) =>
        StepPlan.Create([(SuiteCatalog.Find(suite), workload)], _ => stores, seed: 1, together: false);
}
