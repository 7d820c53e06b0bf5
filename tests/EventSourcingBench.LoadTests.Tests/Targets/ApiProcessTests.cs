using System.Net;
using System.Net.Sockets;
using EventSourcingBench.Api.Contracts;

namespace EventSourcingBench.LoadTests.Tests;

public sealed class ApiProcessTests
{
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task What_is_asked_of_an_api_that_is_stopped_is_a_failure_of_the_store(bool isStoppedBefore)
    {
        using var silent = new TcpListener(IPAddress.Loopback, 0);
        silent.Start();
        var api = new ApiProcess(new Uri($"http://{silent.LocalEndpoint}/"), process: null, "memory");
        if (isStoppedBefore)
            await api.DisposeAsync();

        var asked = api.GetAsync<StoreDetails>("", TestContext.Current.CancellationToken);
        if (!isStoppedBefore)
        {
            using var connection = await silent.AcceptSocketAsync(TestContext.Current.CancellationToken);
            await api.DisposeAsync();
        }

        (await Should.ThrowAsync<StoreFailureException>(asked)).Message.ShouldBe("The API of memory was stopped.");
    }
}
