using System.Globalization;
using System.Net;
using System.Net.Http.Headers;

namespace EventSourcingBench.Stores.UmaDb;

/// <summary>Finds the status of a call: in the trailers, in the headers where there is nothing else, or in the HTTP status.</summary>
internal static class GrpcStatusReader
{
    private const string CodeName = "grpc-status";
    private const string MessageName = "grpc-message";

    /// <summary>The status of an answer that was read to its end.</summary>
    public static GrpcStatus Of(HttpResponseMessage response) =>
        Of(response.TrailingHeaders) ?? Of(response.Headers)
        ?? new GrpcStatus(GrpcStatusCode.Internal, $"The answer has no {CodeName}: is this a gRPC server?");

    /// <summary>The status of an answer whose HTTP status is not 200.</summary>
    public static GrpcStatus OfHttp(HttpResponseMessage response) => Of(response.Headers) ?? new GrpcStatus(
        response.StatusCode switch
        {
            HttpStatusCode.BadRequest => GrpcStatusCode.Internal,
            HttpStatusCode.Unauthorized => GrpcStatusCode.Unauthenticated,
            HttpStatusCode.Forbidden => GrpcStatusCode.PermissionDenied,
            HttpStatusCode.NotFound => GrpcStatusCode.Unimplemented,
            HttpStatusCode.TooManyRequests or HttpStatusCode.BadGateway or HttpStatusCode.ServiceUnavailable
                or HttpStatusCode.GatewayTimeout => GrpcStatusCode.Unavailable,
            _ => GrpcStatusCode.Unknown,
        },
        string.Create(CultureInfo.InvariantCulture, $"HTTP {(int)response.StatusCode}"));

    private static GrpcStatus? Of(HttpHeaders headers)
    {
        if (!headers.NonValidated.TryGetValues(CodeName, out var code))
        {
            return null;
        }

        var text = code.ToString();
        if (text == "0")
        {
            return GrpcStatus.Success;
        }

        var message = headers.NonValidated.TryGetValues(MessageName, out var said) ? Uri.UnescapeDataString(said.ToString()) : "";
        return int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var number) && Enum.IsDefined((GrpcStatusCode)number)
            ? new GrpcStatus((GrpcStatusCode)number, message)
            : new GrpcStatus(GrpcStatusCode.Unknown, $"{CodeName} is '{text}'. {message}");
    }
}
