#!/usr/bin/env bash
# Holds the images to one content: writes behind each tag that has no digest the one that your registry has today.
#   deploy/pin-images.sh          asks the registry through docker
# To take a newer version, write its tag without a digest and run it again.
set -euo pipefail
cd "$(dirname "$0")"
files=(Dockerfile cluster/Dockerfile compose.yaml)
# What is built here (agency-portal) has no tag and no registry.
for image in $(sed -nE 's/^(FROM|\s*image:) +([^ @]+:[^ @]+)( .*)?$/\2/p' "${files[@]}" | sort -u); do
  digest=$(docker buildx imagetools inspect "$image" | sed -nE 's/^Digest: *(sha256:[0-9a-f]{64})$/\1/p' | head -n 1)
  [ -n "$digest" ] || { echo "The registry names no digest of $image. Nothing was written for it." >&2; exit 1; }
  sed -i -E "s#^(FROM|\s*image:)( +)${image//./\\.}( |\$)#\1\2$image@$digest\3#" "${files[@]}"
  echo "$image@$digest"
done
