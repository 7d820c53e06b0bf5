using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;

namespace EventSourcingBench.LoadTests.Generators;

/// <summary>A generator: makes the part of a load that a runner asks it for, over HTTP, by the built-in engine.</summary>
internal sealed class GeneratorHost : IAsyncDisposable
{
    // How far a second of the runner's samples may be off from the generator's.
    private static readonly TimeSpan WindowLength = TimeSpan.FromMilliseconds(50);

    private readonly ConcurrentDictionary<Guid, GeneratorSession> _sessions = new();
    private readonly TaskCompletionSource _released = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly TimeProvider _time;
    private readonly WebApplication _app;
    private readonly Lock _taking = new();
    private (Guid Id, BarSource Source)? _bars;

    private GeneratorHost(IPEndPoint listen, string? token, TimeProvider time)
    {
        _time = time;
        // Not the working directory: the framework would watch every folder below it, and obey settings that it finds there.
        var builder = WebApplication.CreateSlimBuilder(new WebApplicationOptions { ContentRootPath = AppContext.BaseDirectory });
        builder.Logging.ClearProviders();
        builder.Services.ConfigureHttpJsonOptions(o => GeneratorJson.Configure(o.SerializerOptions));
        builder.WebHost.ConfigureKestrel(o =>
        {
            o.Listen(listen);
            o.Limits.MaxRequestBodySize = null;
        });
        _app = builder.Build();
        _app.Use((context, next) => token is null || GeneratorToken.Matches(token, context.Request.Headers.Authorization)
            ? next(context)
            : Refused(HttpStatusCode.Unauthorized, $"the secrets in {GeneratorToken.Variable} differ").ExecuteAsync(context));
        Map();
    }

    public Uri Address => new(_app.Urls.Single());

    /// <summary>Ends when a runner has finished with it.</summary>
    public Task Released => _released.Task;

    public static async Task<GeneratorHost> StartAsync(IPEndPoint listen, string? token, TimeProvider time)
    {
        HttpLoadThreads.SetUp();
        GeneratorToken.RequireFor(listen.Address.ToString(), token);
        var host = new GeneratorHost(listen, token, time);
        try
        {
            await host._app.StartAsync();
            return host;
        }
        catch (Exception e) when (e is IOException or SocketException)
        {
            await host.DisposeAsync();
            throw new UserException($"{e.Message} Say another address with --listen; port 0 takes a free one.", e);
        }
    }

    public async ValueTask DisposeAsync()
    {
        await EndSessionsAsync();
        await _app.DisposeAsync();
    }

    private void Map()
    {
        _app.MapGet("/identity", () => new GeneratorIdentity(
            GeneratorJson.Protocol,
            typeof(GeneratorHost).Assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()!.InformationalVersion,
            Environment.MachineName, ClockIdentity.Current, ProcessIdentity.Current, _time.GetUtcNow()));
        _app.MapPut("/bars/{id:guid}", async (Guid id, List<Bar> bars, HttpContext context) =>
        {
            // They come once from each runner: another one has taken this generator, and the one before may have vanished.
            lock (_taking)
                _bars = (id, new BarSource("from the runner", bars));

            await EndSessionsAsync();
            // The answer goes on until the runner has finished, or was killed.
            await context.Response.Body.FlushAsync(context.RequestAborted);
            await Task.Delay(Timeout.InfiniteTimeSpan, _time, context.RequestAborted)
                .ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            lock (_taking)
            {
                if (_bars?.Id == id)
                    _released.TrySetResult();
            }
        });
        _app.MapPost("/steps", (GeneratorStep step) =>
        {
            lock (_taking)
            {
                if (_bars is not { } bars || bars.Id != step.Bars)
                    return Refused(HttpStatusCode.Conflict, "another runner has taken this generator meanwhile");

                _sessions.TryAdd(step.Id, new GeneratorSession(step, bars.Source, _time));
                return Results.Ok();
            }
        });
        var sessions = _app.MapGroup("/steps/{id:guid}");
        sessions.AddEndpointFilter(async (call, next) =>
        {
            try
            {
                return await next(call);
            }
            catch (Exception e) when (e is KeyNotFoundException or ObjectDisposedException)
            {
                return Refused(
                    HttpStatusCode.NotFound, "the generator does not know the step: it was started again or taken by another runner");
            }
        });
        sessions.MapPost("/warm-up", (Guid id) => _sessions[id].WarmUpAsync());
        sessions.MapPost("/measure", (Guid id, HttpContext context) => MeasureAsync(_sessions[id], context));
        sessions.MapPut("/endpoint", (Guid id, ApiEndpoint endpoint) => _sessions[id].MoveTo(endpoint));
        sessions.MapPost("/stop", (Guid id) => _sessions[id].Stop());
        sessions.MapGet("/history", (Guid id, HttpContext context) =>
            new HistoryFile(_sessions[id].History).SendAsync(context.Response.Body, context.RequestAborted));
        sessions.MapDelete("", (Guid id) => _sessions.TryRemove(id, out var session) ? session.DisposeAsync() : default);
    }

    private Task EndSessionsAsync() =>
        Task.WhenAll(_sessions.Keys.Select(async id => await (_sessions.TryRemove(id, out var s) ? s.DisposeAsync() : default)));

    private static IResult Refused(HttpStatusCode status, string words) => Results.Text(words, statusCode: (int)status);

    private async Task MeasureAsync(GeneratorSession session, HttpContext context)
    {
        // A runner that is gone wants no more load.
        using var gone = context.RequestAborted.Register(session.Stop);
        var measuring = session.MeasureAsync();
        for (var isOver = false; !isOver;)
        {
            isOver = await Task.WhenAny(measuring, Task.Delay(WindowLength, _time, CancellationToken.None)) == measuring;
            await WriteLineAsync(context, new GeneratorLine(session.Recorder.TakeWindow(), session.FindRecent()));
        }

        try
        {
            await WriteLineAsync(context, new GeneratorLine(Result: await measuring));
        }
        catch (Exception e) when (e is not OperationCanceledException)
        {
            // A defect: the runner says it as the step's failure.
            await WriteLineAsync(context, new GeneratorLine(Error: e.Message));
        }
    }

    private static async Task WriteLineAsync(HttpContext context, GeneratorLine line)
    {
        await JsonSerializer.SerializeAsync(context.Response.Body, line, GeneratorJson.Options, context.RequestAborted);
        await context.Response.WriteAsync("\n", context.RequestAborted);
        await context.Response.Body.FlushAsync(context.RequestAborted);
    }
}
