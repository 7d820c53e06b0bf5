using System.Net;
using System.Net.Sockets;
using System.Reflection;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.Logging;

namespace EventSourcingBench.LoadTests.Generators;

/// <summary>A generator: makes the part of a load that a runner asks it for, over HTTP, by the built-in engine.</summary>
internal sealed class GeneratorHost : IAsyncDisposable
{
    // How far a second of the runner's samples may be off from the generator's.
    private static readonly TimeSpan WindowLength = TimeSpan.FromMilliseconds(50);

    private readonly ConcurrentDictionary<Guid, GeneratorSession> _sessions = new();
    private readonly TimeProvider _time;
    private readonly WebApplication _app;
    private (Guid Id, BarSource Source)? _bars;

    private GeneratorHost(IPEndPoint listen, string? token, TimeProvider time)
    {
        _time = time;
        // Not the working directory: the framework would watch every folder below it, and obey settings that it finds there.
        var builder = WebApplication.CreateSlimBuilder(new WebApplicationOptions { ContentRootPath = AppContext.BaseDirectory });
        builder.Logging.ClearProviders();
        builder.WebHost.ConfigureKestrel(o =>
        {
            o.Listen(listen);
            o.Limits.MaxRequestBodySize = null;
        });
        _app = builder.Build();
        _app.Use((context, next) => token is null || GeneratorToken.Matches(token, context.Request.Headers.Authorization)
            ? next(context)
            : AnswerAsync(context, HttpStatusCode.Unauthorized, $"the secrets in {GeneratorToken.Variable} differ"));
        Map();
    }

    public Uri Address => new(_app.Urls.Single());

    public static async Task<GeneratorHost> StartAsync(IPEndPoint listen, string? token, TimeProvider time)
    {
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
        await Task.WhenAll(_sessions.Values.Select(s => s.DisposeAsync().AsTask()));
        await _app.DisposeAsync();
    }

    private void Map()
    {
        _app.MapGet("/identity", c => WriteAsync(c, Identity()));
        _app.MapPut("/bars/{id:guid}", ReadBarsAsync);
        _app.MapPost("/steps", PrepareAsync);
        _app.MapPost(
            "/steps/{id:guid}/warm-up", c => WithSession(c, async s => await WriteAsync(c, new GeneratorWarm(await s.WarmUpAsync()))));
        _app.MapPost("/steps/{id:guid}/measure", c => WithSession(c, s => MeasureAsync(c, s)));
        _app.MapPost("/steps/{id:guid}/stop", c => WithSession(c, s =>
        {
            s.Stop();
            return Task.CompletedTask;
        }));
        _app.MapGet(
            "/steps/{id:guid}/history",
            c => WithSession(c, s => new HistoryFile(s.History).SendAsync(c.Response.Body, c.RequestAborted)));
        _app.MapDelete("/steps/{id:guid}", async c =>
        {
            if (_sessions.TryRemove(IdOf(c), out var session))
            {
                await session.DisposeAsync();
            }
        });
    }

    private static GeneratorIdentity Identity() => new(
        GeneratorJson.Protocol,
        typeof(GeneratorHost).Assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()!.InformationalVersion,
        Environment.MachineName,
        ClockIdentity.Current,
        Environment.ProcessId);

    private async Task ReadBarsAsync(HttpContext context)
    {
        var bars = await JsonSerializer.DeserializeAsync<List<Bar>>(context.Request.Body, GeneratorJson.Options, context.RequestAborted);
        _bars = (IdOf(context), new BarSource("from the runner", bars!));
    }

    private async Task PrepareAsync(HttpContext context)
    {
        var step = await JsonSerializer.DeserializeAsync<GeneratorStep>(
            context.Request.Body, GeneratorJson.Options, context.RequestAborted);
        if (_bars is not { } bars || bars.Id != step!.Bars)
        {
            await AnswerAsync(context, HttpStatusCode.Conflict, "another runner has taken this generator meanwhile");
            return;
        }

        _sessions.TryAdd(step.Id, new GeneratorSession(step, bars.Source, _time));
    }

    private async Task MeasureAsync(HttpContext context, GeneratorSession session)
    {
        // A runner that is gone wants no more load.
        using var gone = context.RequestAborted.Register(session.Stop);
        var measuring = session.MeasureAsync();
        using var timer = new PeriodicTimer(WindowLength, _time);
        var tick = timer.WaitForNextTickAsync(CancellationToken.None).AsTask();
        while (await Task.WhenAny(measuring, tick) == tick)
        {
            await WriteLineAsync(context, new GeneratorLine(session.Recorder.TakeWindow(), null, null));
            tick = timer.WaitForNextTickAsync(CancellationToken.None).AsTask();
        }

        await WriteLineAsync(context, new GeneratorLine(session.Recorder.TakeWindow(), null, null));
        try
        {
            await WriteLineAsync(context, new GeneratorLine(null, await measuring, null));
        }
        catch (Exception e) when (e is not OperationCanceledException)
        {
            // A defect: the runner says it as the step's failure.
            await WriteLineAsync(context, new GeneratorLine(null, null, e.Message));
        }
    }

    private Task WithSession(HttpContext context, Func<GeneratorSession, Task> action) =>
        _sessions.TryGetValue(IdOf(context), out var session)
        ? action(session)
        : AnswerAsync(context, HttpStatusCode.NotFound, "the generator does not know the step: it was started again meanwhile");

    private static Guid IdOf(HttpContext context) => Guid.Parse((string)context.Request.RouteValues["id"]!);

    private static Task WriteAsync<T>(HttpContext context, T value) =>
        context.Response.WriteAsJsonAsync(value, GeneratorJson.Options, context.RequestAborted);

    private static async Task WriteLineAsync(HttpContext context, GeneratorLine line)
    {
        await JsonSerializer.SerializeAsync(context.Response.Body, line, GeneratorJson.Options, context.RequestAborted);
        await context.Response.WriteAsync("\n", context.RequestAborted);
        await context.Response.Body.FlushAsync(context.RequestAborted);
    }

    private static Task AnswerAsync(HttpContext context, HttpStatusCode status, string words)
    {
        context.Response.StatusCode = (int)status;
        return context.Response.WriteAsync(words, context.RequestAborted);
    }
}
