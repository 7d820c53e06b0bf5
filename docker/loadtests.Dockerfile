# The load suites. Build them from the repository's root:
#   docker build -f docker/loadtests.Dockerfile -t eventsourcingbench/loadtests:0.1.0 .
FROM mcr.microsoft.com/dotnet/sdk:10.0.400-noble AS build
# The report's charts are put into its file when npm is there.
RUN apt-get update && apt-get install -y --no-install-recommends npm && rm -rf /var/lib/apt/lists/*
WORKDIR /source
COPY . .
RUN sh docker/publish.sh loadtests/EventSourcingBench.LoadTests && mkdir /data /results

# Not the image without a shell: child processes are supervised by a small script.
FROM mcr.microsoft.com/dotnet/aspnet:10.0.12-noble
# Results are written to a new folder below results/ of the working directory.
WORKDIR /
COPY --from=build /app /app
COPY --from=build --chown=$APP_UID:$APP_UID /data /data
COPY --from=build --chown=$APP_UID:$APP_UID /results /results
USER $APP_UID
# What is measured is written here: a volume, not the container's own layered file system.
ENV TMPDIR=/data
VOLUME /data
VOLUME /results
ENTRYPOINT ["dotnet", "/app/EventSourcingBench.LoadTests.dll"]
CMD ["--servers", "env"]
