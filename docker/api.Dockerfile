# The API, without a shell and without root. Build it from the repository's root:
#   docker build -f docker/api.Dockerfile -t eventsourcingbench/api:0.1.0 .
FROM mcr.microsoft.com/dotnet/sdk:10.0.400-noble AS build
WORKDIR /source
COPY . .
RUN sh docker/publish.sh src/EventSourcingBench.Api && mkdir /data

FROM mcr.microsoft.com/dotnet/aspnet:10.0.12-noble-chiseled-extra
WORKDIR /app
COPY --from=build /app .
# A named volume inherits the owner of its mount point.
COPY --from=build --chown=$APP_UID:$APP_UID /data /data
USER $APP_UID
# In a read-only container only the volume is writable, for the runtime's pipes and temporary files.
ENV DOTNET_EnableDiagnostics=0 TMPDIR=/data
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=5s --timeout=5s --start-period=30s --retries=12 \
    CMD ["dotnet", "EventSourcingBench.Api.dll", "health", "http://127.0.0.1:8080/health/ready"]
ENTRYPOINT ["dotnet", "EventSourcingBench.Api.dll"]
CMD ["--store", "sqlite", "--urls", "http://0.0.0.0:8080", "--data-folder", "/data", "--namespace", "api", "--keep", "--servers", "env"]
