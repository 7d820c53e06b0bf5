#!/bin/sh
# Builds the solution in the current folder and publishes one of its applications with all plug-ins to /app.
#   sh docker/publish.sh src/EventSourcingBench.Api
set -eu

# The target runtimes of the images; Directory.Build.targets omits native files of others.
export NativeRuntimes='linux-x64 linux-arm64'
# The whole solution: it leaves out plug-ins whose packages the NuGet source lacks, and reports them.
dotnet build EventSourcingBench.sln -c Release -nodeReuse:false
dotnet publish "$1" -c Release --no-build -o /app
mkdir -p /app/plugins
cp -r artifacts/plugins/Release/. /app/plugins/

# A plug-in that was left out is listed with the reason, as in a clone.
for manifest in src/*/plugin.json src/*/*/plugin.json loadtests/*/plugin.json; do
  name=$(basename "$(dirname "$manifest")")
  if [ -f "artifacts/left-out/$name.txt" ]; then
    mkdir -p "/app/plugins/$name"
    cp "$manifest" "/app/plugins/$name/plugin.json"
    cp "artifacts/left-out/$name.txt" "/app/plugins/$name/left-out.txt"
  fi
done

# Each plug-in has a copy of SQLite. Equal copies are replaced by links to one file.
for platform in linux-x64 linux-arm64; do
  first=
  for copy in /app/plugins/*/runtimes/"$platform"/native/libe_sqlite3.so; do
    if [ -n "$first" ] && cmp -s "$first" "$copy"; then
      ln -f "$first" "$copy"
    elif [ -f "$copy" ]; then
      first=$copy
    fi
  done
done
