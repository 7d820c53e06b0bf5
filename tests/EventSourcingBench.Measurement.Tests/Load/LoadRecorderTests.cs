namespace EventSourcingBench.Measurement.Tests;

public sealed class LoadRecorderTests
{
    private static readonly FakeClock Clock = new();
    private readonly LoadRecorder _recorder = new("append", maxWorkers: 256, Clock);

    [Fact]
    public void What_other_processes_recorded_is_merged_as_if_one_had_recorded_all()
    {
        var (whole, merged) = (new LoadRecorder("append", 4, Clock), new LoadRecorder("append", 4, Clock));
        LoadRecorder[] parts = [new("append", 2, Clock), new("append", 2, Clock)];
        for (var i = 0; i < 1_000; i++)
        {
            var (service, response, outcome) = (100 + (i * 7), 200 + (i * 9), (Outcome)(i % 5));
            foreach (var recorder in (LoadRecorder[])[whole, parts[i % 2]])
            {
                recorder.Attribute(0, [1, 2, 3, i % 50, 5]);
                recorder.Record(0, 10_000 - response, 10_000 - service, 10_000, outcome);
                recorder.RecordError($"cause {i % 3}");
            }

            if (i % 100 == 99)
                Array.ForEach(parts, p => merged.Add(p.TakeWindow()));
        }

        merged.Totals().ShouldBe(whole.Totals());
        merged.TakeSecond(0).ShouldBe(whole.TakeSecond(0));
        Array.ForEach(parts, p => merged.Add(p.Operations(), p.Errors(), p.Slowest()));
        merged.Totals().ShouldBe(whole.Totals());
        merged.Operations().ShouldBeEquivalentTo(whole.Operations());
        merged.Slowest().Select(r => r.Service).ShouldBe(whole.Slowest().Select(r => r.Service));
        merged.Slowest().Count.ShouldBe(SlowRequest.Kept);
        merged.Errors().OrderBy(e => e.Key).ShouldBe(whole.Errors().OrderBy(e => e.Key));
        merged.StartMeasuring();
        merged.Totals().Requests.ShouldBe(0);
    }

    [Fact]
    public void Mean_parts_around_a_percentile_add_up_to_its_service_time()
    {
        for (var i = 1; i <= 100; i++)
        {
            _recorder.Attribute(0, [i, i * 2, i * 3, i * 10, i]);
            _recorder.Record(0, 0, 500, 500 + (i * 100), Outcome.Success);
        }

        foreach (var percentile in (double[])[1, 50, 98, 100])
        {
            var parts = RequestBreakdown.At([_recorder.Operations()[0]], percentile)!;
            parts.Skip(1).Sum().ShouldBe(percentile / 10, percentile / 320);
            (parts[5] / parts[1]).ShouldBe(10 / 83.0, 0.001);
            parts[0].ShouldBe(0.5);
        }

        RequestBreakdown.At([_recorder.Operations()[0]], 99).ShouldBeNull("it needs 1,000 requests");
    }

    [Fact]
    public void Errors_are_never_among_the_successes()
    {
        for (var i = 0; i < 1_000; i++)
            _recorder.Record(i % 8, 0, 0, 1_000 * (1 + (i % 5)), (Outcome)(i % 5));

        var operations = _recorder.Operations();

        operations.Select(o => o.Outcome).ShouldBe([Outcome.Success, Outcome.Conflict, Outcome.Error, Outcome.Timeout, Outcome.Refused]);
        operations.Select(o => (o.ResponseTime.Count, o.ResponseTime.MinMicroseconds, o.ResponseTime.MaxMicroseconds))
            .ShouldBe([(200, 1_000, 1_000), (200, 2_000, 2_000), (200, 3_000, 3_000), (200, 4_000, 4_000), (200, 5_000, 5_000)]);
        _recorder.Totals().ShouldBe(new LoadTotals(200, 200, 200, 200, 200));
        _recorder.Totals().FailedShare.ShouldBe(0.6);
        _recorder.TakeSecond(0).ShouldBe(
            new SecondRecord(0, 200, 200, 200, 200, 200) { P50Milliseconds = 5, P99Milliseconds = 5, P99IsLowerBound = true });
    }

    [Fact]
    public void A_second_holds_what_came_since_the_last()
    {
        _recorder.Record(0, 0, 0, 1_000, Outcome.Success);
        _recorder.Record(1, 0, 0, 2_000, Outcome.Success);
        _recorder.TakeSecond(0).ShouldBe(new SecondRecord(0, 2) { P50Milliseconds = 1 });
        _recorder.Record(1, 0, 0, 1_500, Outcome.Success);
        _recorder.TakeSecond(1).ShouldBe(new SecondRecord(1, 1) { P50Milliseconds = 1.5 });
        _recorder.TakeSecond(2).ShouldBe(new SecondRecord(2, 0));
    }

    [Fact]
    public void Recording_allocates_nothing()
    {
        for (var i = 0; i < 1_000; i++)
            _recorder.Record(i % 256, 0, 0, i, (Outcome)(i % 4));

        // A collection that another test causes retires this thread's allocation buffer, whose unused rest then counts
        // as allocated. It does not come every time; an allocation by the recorder would.
        Enumerable.Range(0, 5).Min(_ =>
        {
            var before = GC.GetAllocatedBytesForCurrentThread();
            for (var i = 0; i < 100_000; i++)
                _recorder.Record(i % 256, i, i + 10, i + 1_000, (Outcome)(i % 4));

            return GC.GetAllocatedBytesForCurrentThread() - before;
        }).ShouldBe(0);
    }

    [Fact]
    public async Task Nothing_is_lost_when_all_record_and_one_samples()
    {
        const int Workers = 8;
        const int Each = 50_000;
        var seconds = new List<SecondRecord>();
        var recording = Task.WhenAll(Enumerable.Range(0, Workers).Select(worker => Task.Run(() =>
        {
            for (var i = 0; i < Each; i++)
                _recorder.Record(worker, 0, 0, i, i % 10 == 0 ? Outcome.Conflict : Outcome.Success);
        }, Cancel)));

        while (!recording.IsCompleted)
            seconds.Add(_recorder.TakeSecond(seconds.Count));

        await recording;
        seconds.Add(_recorder.TakeSecond(seconds.Count));
        seconds.Sum(s => s.Successes).ShouldBe(Workers * Each / 10 * 9);
        seconds.Sum(s => s.Conflicts).ShouldBe(Workers * Each / 10);
        _recorder.Totals().ShouldBe(new LoadTotals(Workers * Each / 10 * 9, Workers * Each / 10));
        _recorder.Operations().Sum(o => o.ServiceTime.Count).ShouldBe(Workers * Each);
    }

    [Fact]
    public void The_measured_time_starts_with_nothing()
    {
        _recorder.Record(0, 0, 0, 1_000, Outcome.Success);
        _recorder.Record(1, 0, 0, 1_000, Outcome.Error);
        _recorder.RecordError("refused");
        _recorder.StartMeasuring();
        _recorder.Totals().Requests.ShouldBe(0);
        _recorder.TakeSecond(0).ShouldBe(new SecondRecord(0, 0));
        _recorder.Errors().ShouldBeEmpty();
        var success = _recorder.Operations().ShouldHaveSingleItem();
        (success.Outcome, success.ResponseTime.Count, success.ResponseTime.Buckets.Count).ShouldBe((Outcome.Success, 0, 0));
    }

    [Fact]
    public void Messages_are_counted_most_frequent_first_and_the_21st_is_other()
    {
        for (var i = 0; i < 25; i++)
            _recorder.RecordError($"message {i:00}");

        _recorder.RecordError("message 07");
        var errors = _recorder.Errors();
        errors.Count.ShouldBe(21);
        errors.Take(2).ShouldBe([new("other", 5), new("message 07", 2)]);
        errors["message 19"].ShouldBe(1);
        errors.Keys.ShouldNotContain("message 20");
    }
}
