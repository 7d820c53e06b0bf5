# UmaDB's server from its Python wheel, which contains the server and a client; the client is used for the health check.
FROM python:3.13.9-slim-bookworm
RUN pip install --no-cache-dir umadb==0.7.8 \
    && useradd --system --uid 1654 --no-create-home umadb \
    && mkdir /data && chown umadb:umadb /data
COPY umadb-healthy.py /opt/umadb/healthy.py
USER umadb
VOLUME /data
EXPOSE 50051
HEALTHCHECK --interval=2s --timeout=5s --retries=30 CMD ["python", "/opt/umadb/healthy.py"]
ENTRYPOINT ["umadb"]
CMD ["--listen", "0.0.0.0:50051", "--db-path", "/data/uma.db"]
