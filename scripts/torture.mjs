// `npm run torture`: the fault, race and timing proofs in full. `npm test` runs the same ones short.
//   npm run torture -- --rounds 50
import { parseArgs } from 'node:util'
import { runCounting, runStages, runVitest } from './stages/stages.mjs'

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '25' } } })
const env = { TORTURE_ROUNDS: values.rounds }

process.exitCode = await runStages([
  ['Contracts', () => runCounting('contracts/test.mjs', ['--torture'])],
  ['Solana', () => runVitest('torture-solana', ['--project', 'solana', 'restart', 'exactly-once'], { env })],
  ['Launchers', () => runVitest('torture-launchers', ['--project', 'launchers'], { env })],
  [
    'Server',
    () => runVitest('torture-server', ['--project', 'server', 'torture', 'drawing-bombs', 'list-plans'], { env }),
  ],
  [
    'Browser',
    () => runVitest('torture-browser', ['--config', 'e2e/vitest.config.ts', 'hostile-files', 'media-types'], { env }),
  ],
])
