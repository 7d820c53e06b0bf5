return await EventSourcingBench.Api.ApiHost.RunAsync(args);
