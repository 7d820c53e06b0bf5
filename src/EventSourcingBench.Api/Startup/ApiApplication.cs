using Microsoft.AspNetCore.Server.Kestrel.Core;

namespace EventSourcingBench.Api.Startup;

internal static class ApiApplication
{
    private static readonly TimeSpan ShutdownLimit = TimeSpan.FromSeconds(5);

    public static WebApplication Build(HostedStores stores, ApiNodes nodes, ApiOptions options, TimeProvider time)
    {
        // All settings come from the command line: no file in the working folder affects them.
        var builder = WebApplication.CreateSlimBuilder(new WebApplicationOptions { ContentRootPath = AppContext.BaseDirectory });
        builder.WebHost.UseUrls(options.Urls);
        builder.WebHost.ConfigureKestrel(kestrel =>
        {
            kestrel.AddServerHeader = false;
            kestrel.Limits.MaxRequestBodySize = RequestLimits.BodyBytes;
            kestrel.ConfigureEndpointDefaults(endpoint => endpoint.Protocols = HttpProtocols.Http1);
        });
        ConfigureLogging(builder.Logging);
        builder.Services.Configure<HostOptions>(host => host.ShutdownTimeout = ShutdownLimit);
        builder.Services.ConfigureHttpJsonOptions(json => json.SerializerOptions.TypeInfoResolverChain.Insert(0, ApiJson.Default));
        builder.Services.AddOpenApi(openApi => openApi.AddDocumentTransformer((document, _, _) =>
        {
            document.Info.Title = "EventSourcingBench API";
            document.Info.Description = "Bars of currencies, courses and students, shows and their seats, "
                + "appended, read and projected for each store under test.";
            return Task.CompletedTask;
        }));
        builder.Services.AddProblemDetails();
        builder.Services.AddExceptionHandler<ProblemHandler>();

        var app = builder.Build();
        var pauses = options.ServerTiming ? new PauseWatch(time) : null;
        if (pauses is not null)
        {
            app.Lifetime.ApplicationStopped.Register(pauses.Dispose);
            app.Use(next => context =>
            {
                RequestTimes.Begin(RequestPart.Route);
                return next(context);
            });
        }

        app.UseExceptionHandler(new ExceptionHandlerOptions { AllowStatusCode404Response = true });
        app.UseStatusCodePages(new StatusProblems(stores).WriteAsync);
        app.MapOpenApi();
        new BarsEndpoints(stores, time).Map(app);
        new EventsEndpoints(stores).Map(app);
        new StreamEndpoints(stores, time).Map(app);
        new ProjectionEndpoints(stores).Map(app);
        new EnrolmentEndpoints(stores, options.AllowReset, time).Map(app);
        new ReservationEndpoints(stores, nodes, options.Reservations, time).Map(app);
        new NodesEndpoints(stores, nodes, options.AllowReset).Map(app);
        new StoresEndpoints(stores, options.AllowReset, pauses).Map(app);
        new HealthEndpoints(stores, time).Map(app);
        NoopEndpoints.Map(app);
        return app;
    }

    // Standard output has only the line with the address. Not logged: requests, for each of which ASP.NET Core would make an activity.
    private static void ConfigureLogging(ILoggingBuilder logging)
    {
        logging.ClearProviders();
        logging.AddSimpleConsole(console => console.SingleLine = true);
        logging.Services.Configure<Microsoft.Extensions.Logging.Console.ConsoleLoggerOptions>(
            console => console.LogToStandardErrorThreshold = LogLevel.Trace);
        logging.SetMinimumLevel(LogLevel.Warning);
        logging.AddFilter("Microsoft.AspNetCore.Hosting.Diagnostics", LogLevel.None);
        // A failed start is reported to the user in one sentence and not logged.
        logging.AddFilter("Microsoft.Extensions.Hosting.Internal.Host", LogLevel.None);
    }
}
