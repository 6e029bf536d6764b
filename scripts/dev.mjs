// `npm run dev`: the product with hot reload. The server starts again when its sources change; the pages come from
// Vite, which hands /api on to the server.
import { join } from 'node:path'
import { ROOT } from './paths.mjs'
import { runChild } from './run-child.mjs'

const port = process.env.PORT ?? '3000'
const adminPort = process.env.ADMIN_PORT ?? '3001'
const env = {
  ...process.env,
  API_URL: process.env.API_URL ?? `http://127.0.0.1:${port}`,
  ADMIN_API_URL: process.env.ADMIN_API_URL ?? `http://127.0.0.1:${adminPort}`,
}
const watched = ['server/src', 'protocol/src', 'contracts/generated'].map((path) => `--watch-path=${join(ROOT, path)}`)
const server = runChild(process.execPath, [...watched, '--watch-preserve-output', join(ROOT, 'server/src/main.ts')], {
  env,
})
const vite = runChild(process.execPath, [join(ROOT, 'node_modules/vite/bin/vite.js'), '--host', '127.0.0.1'], {
  cwd: join(ROOT, 'web'),
  env,
})
console.log('Pages with hot reload: http://localhost:5173/ and http://localhost:5173/admin.html')

// When one of the two ends, so does the other.
const code = await Promise.race([server, vite])
process.kill(process.pid, 'SIGTERM')
await Promise.all([server, vite])
process.exit(code)
