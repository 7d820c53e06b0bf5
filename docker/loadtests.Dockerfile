# The load suites. Build from the repository's root:
#   docker build -f docker/loadtests.Dockerfile -t eventsourcingbench/loadtests:0.1.0 .
FROM mcr.microsoft.com/dotnet/sdk:10.0.400-noble AS build
# npm is needed to embed the report's charts.
RUN apt-get update && apt-get install -y --no-install-recommends npm && rm -rf /var/lib/apt/lists/*
WORKDIR /source
COPY . .
RUN sh docker/publish.sh loadtests/EventSourcingBench.LoadTests && mkdir /data /results

# An image with a shell: a small script supervises child processes.
FROM mcr.microsoft.com/dotnet/aspnet:10.0.12-noble
# Results are written to a new folder below results/ of the working directory.
WORKDIR /
COPY --from=build /app /app
COPY --from=build --chown=$APP_UID:$APP_UID /data /data
COPY --from=build --chown=$APP_UID:$APP_UID /results /results
USER $APP_UID
# Measured data is written here: a volume, not the container's layered file system.
ENV TMPDIR=/data
VOLUME /data
VOLUME /results
ENTRYPOINT ["dotnet", "/app/EventSourcingBench.LoadTests.dll"]
CMD ["--servers", "env"]
