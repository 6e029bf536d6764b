// Runs forge from npm: the platform package's own binary, so that no install script is needed.
import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const FOLDER = fileURLToPath(new URL('.', import.meta.url))
const ARCH = { x64: 'amd64', arm64: 'arm64' }

function findForge() {
  const name = `@foundry-rs/forge-${process.platform}-${ARCH[process.arch]}`
  const manifest = createRequire(import.meta.url).resolve(`${name}/package.json`)
  return join(dirname(manifest), 'bin', process.platform === 'win32' ? 'forge.exe' : 'forge')
}

/** Runs forge and counts its tests. A run that ends badly without a failed test (a compile error) counts as one failure. */
export function runForge(args, { profile = 'default', quiet = false, env = {} } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(findForge(), args, {
      cwd: FOLDER,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        FOUNDRY_PROFILE: profile,
        FOUNDRY_DISABLE_NIGHTLY_WARNING: '1',
        NO_COLOR: '1',
        // bin/solc starts the same node as this.
        PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}`,
        ...env,
      },
    })
    let output = ''
    const take = (stream) => (chunk) => {
      output += chunk
      if (!quiet) stream.write(chunk)
    }
    child.stdout.on('data', take(process.stdout))
    child.stderr.on('data', take(process.stderr))
    child.on('error', reject)
    child.on('close', (code) => {
      const passed = (output.match(/^\[PASS\]/gm) ?? []).length
      // forge prints a failed test twice: in its suite and in the closing summary.
      const summary = /(\d+) tests? passed, (\d+) failed/.exec(output)
      const failed = summary ? Number(summary[2]) : 0
      resolve({ passed, failed: code !== 0 && failed === 0 ? 1 : failed, output })
    })
  })
}
