using static EventSourcingBench.Stores.FileLog.Tests.TestLog;

namespace EventSourcingBench.Stores.FileLog.Tests;

public sealed class RequestTimesTests
{
    private static readonly TimeSpan Work = TimeSpan.FromMilliseconds(30);

    [Fact]
    public async Task What_a_reader_does_with_an_event_is_not_the_store_s_time()
    {
        await using var store = Open(new SimulatedDisk());
        await store.AppendAsync(One, ExpectedVersion.NoStream);
        await store.AppendAsync(One, ExpectedVersion.Any);
        RequestTimes? times;
        while ((times = RequestTimes.Begin(RequestPart.Adapter)) is null)
        {
        }

        await foreach (var recorded in store.Events!.ReadStreamAsync(One))
            await Task.Delay(Work, Cancel);

        var parts = times.End();
        parts[(int)RequestPart.Adapter].ShouldBeGreaterThanOrEqualTo(2 * (int)(0.9 * Work.TotalMicroseconds));
        parts[(int)RequestPart.Store].ShouldBeLessThan((int)Work.TotalMicroseconds);
    }
}
