namespace EventSourcingBench.LoadTests.Targets;

/// <summary>A process of the API on one store, and all that is asked of it but load. A failure is a <see cref="StoreFailureException"/>
/// with the API's words.</summary>
/// <param name="process">Null where it was started elsewhere.</param>
internal sealed class ApiProcess(Uri address, SupervisedProcess? process, string store, TimeProvider? time = null) : IAsyncDisposable
{
    /// <summary>How long an answer may take, and how long nothing may come of one that is read on. Verification reads a whole store back in
    /// few requests; a page of 10,000 events takes well under a second.</summary>
    public static readonly TimeSpan Limit = TimeSpan.FromMinutes(5);

    /// <summary>A client without a limit, whose addresses are those of the store.</summary>
    public HttpClient Client { get; } = new(new SocketsHttpHandler { UseProxy = false })
    { BaseAddress = new Uri(address, $"stores/{store}/"), Timeout = Timeout.InfiniteTimeSpan };

    public TimeProvider Time { get; } = time ?? TimeProvider.System;

    public string Store => store;

    public Uri Address => address;

    /// <summary>Also where it was started elsewhere; null where this process does not see it.</summary>
    public int? ProcessId { get; private set; } = process?.ProcessId;

    public bool IsRunning => process?.Exited.IsCompleted != true;

    /// <summary>Starts it on a place of the store's data, which stays at its end or is dropped; what it finds there too, where it owns it.
    /// </summary>
    public static async Task<ApiProcess> StartAsync(
        StoreTarget target, string ns, bool keep, CancellationToken cancellationToken, bool ownsData = false)
    {
        IEnumerable<KeyValuePair<string, string?>> environment = target.Server is { } server
            ? [new(EnvironmentProvisioner.Variable(server.Kind), server.ConnectionString)] : target.Clock?.Variables.AsEnumerable() ?? [];
        var (process, address) = await ServingProcess.StartAsync(
            "The API", typeof(Api.ApiHost).Assembly, Arguments(target, ns, keep, ownsData), environment,
            words => new StoreFailureException(words), cancellationToken, target.ApiCpus);
        return new ApiProcess(address, process, target.Name);
    }

    /// <summary>Takes one that was started elsewhere, when it can be reached. Its store is emptied.</summary>
    public static async Task<(ApiProcess Process, string Namespace)> AttachAsync(
        StoreTarget target, Uri address, CancellationToken cancellationToken)
    {
        var process = new ApiProcess(address, process: null, target.Name);
        try
        {
            var ns = await StartBarrier.WaitAsync(
                () => process.ResetAsync(cancellationToken), target.Wait, TimeProvider.System, cancellationToken);
            process.ProcessId = ProcessIdentity.Find((await process.GetAsync<StoreDetails>("", cancellationToken)).Process);
            return (process, ns);
        }
        catch
        {
            await process.DisposeAsync();
            throw;
        }
    }

    // Its last words are shown to users when it does not start: --quiet, its errors and nothing else.
    private static IEnumerable<string> Arguments(StoreTarget target, string ns, bool keep, bool ownsData) =>
    [
        "--store", target.Name, "--allow-reset", "--quiet", "--namespace", ns, "--data-folder", target.DataFolder,
        "--urls", $"http://{new IPEndPoint(IPAddress.Parse(target.ApiAddress), 0)}",
        "--passivate-after", string.Create(CultureInfo.InvariantCulture, $"{target.Reservations.IdleTime.TotalMilliseconds}ms"),
        "--max-active-shows", target.Reservations.MaxActive.ToString(CultureInfo.InvariantCulture),
        .. target.OwnOptions.SelectMany(o => new[] { "--store-option", $"{o.Key}={o.Value}" }),
        .. target.PluginFolders.SelectMany(f => new[] { "--plugin-folder", f }),
        .. keep ? (string[])["--keep"] : [],
        .. ownsData ? (string[])["--owns-data"] : [],
        .. target.Breakdown ? (string[])["--server-timing"] : [],
    ];

    /// <summary>Empties the store, or has it follow another node to a namespace.</summary>
    /// <returns>The namespace of its data from now on.</returns>
    public async Task<string> ResetAsync(CancellationToken cancellationToken, string? ns = null) =>
        (await AskAsync<StoreReset>(HttpMethod.Post, ns is null ? "reset" : $"reset?namespace={ns}", cancellationToken))!.Namespace;

    public async Task<T> GetAsync<T>(string path, CancellationToken cancellationToken)
        where T : class => (await AskAsync<T>(HttpMethod.Get, path, cancellationToken))!;

    /// <returns>Null where there is no such thing, and that may be.</returns>
    public async Task<T?> AskAsync<T>(HttpMethod method, string path, CancellationToken cancellationToken, bool mayBeMissing = false)
        where T : class
    {
        using var response = await SendAsync(method, path, cancellationToken, mayBeMissing: mayBeMissing);
        if (response.StatusCode == HttpStatusCode.NotFound)
            return null;

        try
        {
            // On a thread of the pool: the one that the answer came on may be the one that the load's answers wait for.
            var body = await response.Content.ReadAsByteArrayAsync(cancellationToken)
                .WaitAsync(Limit, Time, cancellationToken);
            return (T?)await Task.Run(() => JsonSerializer.Deserialize(body, ApiJson.Default.GetTypeInfo(typeof(T))!), cancellationToken)
                ?? throw new StoreFailureException($"The API answered {response.RequestMessage?.RequestUri} with null.");
        }
        catch (Exception e) when (HttpOutcomes.IsOfNetwork(e) || e is JsonException or TimeoutException)
        {
            throw new StoreFailureException($"The API's answer to {response.RequestMessage?.RequestUri} broke off: {e.Message}", e);
        }
    }

    public async Task DoAsync(HttpMethod method, string path, CancellationToken cancellationToken, object? body = null) =>
        (await SendAsync(method, path, cancellationToken, body)).Dispose();

    public async Task<HttpResponseMessage> SendAsync(
        HttpMethod method, string path, CancellationToken cancellationToken, object? body = null, bool mayBeMissing = false)
    {
        var content = body is null ? null : JsonContent.Create(body, ApiJson.Default.GetTypeInfo(body.GetType())!);
        using var request = new HttpRequestMessage(method, path) { Content = content };
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        limit.CancelAfter(Limit);
        try
        {
            var response = await Client.SendAsync(request, HttpCompletionOption.ResponseHeadersRead, limit.Token);
            if (response.IsSuccessStatusCode || (mayBeMissing && response.StatusCode == HttpStatusCode.NotFound))
                return response;

            var words = HttpOutcomes.Problem(await response.Content.ReadAsByteArrayAsync(limit.Token));
            response.Dispose();
            throw new StoreFailureException(words ?? $"The API answered {(int)response.StatusCode} to {request.RequestUri?.PathAndQuery}.");
        }
        catch (Exception e) when (HttpOutcomes.IsOfNetwork(e))
        {
            throw new StoreFailureException($"The API of {store} cannot be reached: {e.Message}", e);
        }
        catch (Exception e) when (e is ObjectDisposedException || (e is OperationCanceledException && !limit.IsCancellationRequested))
        {
            // A fault may replace the process at any time, and its client ends with it.
            throw new StoreFailureException($"The API of {store} was stopped.", e);
        }
        catch (OperationCanceledException e) when (!cancellationToken.IsCancellationRequested)
        {
            throw new StoreFailureException($"The API of {store} did not answer within {Limit.TotalMinutes:0} minutes.", e);
        }
    }

    /// <summary>Kills it (SIGKILL), and answers when it has ended.</summary>
    public Task KillAsync()
    {
        var own = process ?? throw new InvalidOperationException("An API elsewhere cannot be killed.");
        own.Kill();
        return own.Exited;
    }

    public ValueTask DisposeAsync()
    {
        Client.Dispose();
        return process?.DisposeAsync() ?? ValueTask.CompletedTask;
    }
}
