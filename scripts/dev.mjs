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
const pages = (page) =>
  runChild(process.execPath, [join(ROOT, 'node_modules/vite/bin/vite.js'), '--host', '127.0.0.1'], {
    cwd: join(ROOT, 'web'),
    env: { ...env, PAGE: page },
  })
const children = [server, pages('marketplace'), pages('admin')]
console.log('Pages with hot reload: the marketplace http://localhost:5173/, the admin area http://localhost:5174/')

// When one of them ends, so do the others.
const code = await Promise.race(children)
process.kill(process.pid, 'SIGTERM')
await Promise.all(children)
process.exit(code)
