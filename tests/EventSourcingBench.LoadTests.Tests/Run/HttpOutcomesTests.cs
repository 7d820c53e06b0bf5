using System.Net.Sockets;

namespace EventSourcingBench.LoadTests.Tests;

public sealed class HttpOutcomesTests
{
    // The platform's client throws it as it is, where a server goes away while the connection is made.
    [Fact]
    public void An_error_of_the_socket_is_one_of_the_network_and_nothing_was_sent()
    {
        var gone = new SocketException((int)SocketError.NotConnected);
        HttpOutcomes.IsOfNetwork(gone).ShouldBeTrue();
        HttpOutcomes.OfException(gone).ShouldBe(Outcome.Error);
        HttpOutcomes.IsOfNetwork(new InvalidOperationException()).ShouldBeFalse();
    }
}
