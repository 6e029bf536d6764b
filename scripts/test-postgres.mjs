// `npm run test:postgres`: the tests that ask most of a database, on a PostgreSQL of this machine instead of npm's.
//   npm run test:postgres -- /usr/lib/postgresql/15/bin
import { findInstalledPostgres, isServer, runOnInstalledPostgres } from './stages/installed-postgres.mjs'
import { runStages } from './stages/stages.mjs'

const bin = process.argv[2] ?? findInstalledPostgres()
if (bin === undefined || !isServer(bin)) {
  console.error('\nWhich PostgreSQL? npm run test:postgres -- <folder with postgres and initdb>\n')
  process.exitCode = 1
} else {
  process.exitCode = await runStages([['Installed PostgreSQL', () => runOnInstalledPostgres(bin)]])
}
