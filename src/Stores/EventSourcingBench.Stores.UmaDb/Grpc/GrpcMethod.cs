using Google.Protobuf;

namespace EventSourcingBench.Stores.UmaDb;

/// <summary>A method of a service at its address.</summary>
/// <param name="Address">The address of the server with the path <c>/package.Service/Method</c>.</param>
/// <param name="Parser">Reads the answers.</param>
internal sealed record GrpcMethod<TRequest, TResponse>(Uri Address, MessageParser<TResponse> Parser)
    where TRequest : IMessage<TRequest>
    where TResponse : class, IMessage<TResponse>;
