# A member of an etcd cluster, from the packages of Debian 12. The base image is Debian 12 with a pinned patch version. The
# client is used for the health check. Shared flags are here; each member adds its name and addresses.
FROM python:3.13.9-slim-bookworm
RUN apt-get update \
    && apt-get install --yes --no-install-recommends 'etcd-server=3.4.23-*' 'etcd-client=3.4.23-*' \
    && rm -rf /var/lib/apt/lists/* \
    && mkdir /data && chown etcd:etcd /data
ENV ETCDCTL_API=3
USER etcd
VOLUME /data
EXPOSE 2379 2380
HEALTHCHECK --interval=2s --timeout=5s --retries=30 CMD ["etcdctl", "--endpoints=http://127.0.0.1:2379", "endpoint", "health"]
ENTRYPOINT ["etcd", \
    "--data-dir=/data/etcd", \
    "--listen-client-urls=http://0.0.0.0:2379", \
    "--listen-peer-urls=http://0.0.0.0:2380", \
    "--initial-cluster=etcd-a=http://etcd-a:2380,etcd-b=http://etcd-b:2380,etcd-c=http://etcd-c:2380", \
    "--initial-cluster-state=new", \
    "--max-txn-ops=10000", \
    "--max-request-bytes=8388608", \
    "--quota-backend-bytes=17179869184", \
    "--snapshot-count=10000", \
    "--auto-compaction-mode=revision", \
    "--auto-compaction-retention=1000"]
