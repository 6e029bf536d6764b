// `npm run build`: dist/, which is all that production needs and starts with Node alone (docs/operations/running.md).
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { runNpm } from '../set-up/npm.mjs'
import { ROOT } from '../paths.mjs'
import { copyProduct } from './copy-product.mjs'
import { writePackages } from './production-packages.mjs'

const DIST = join(ROOT, 'dist')

rmSync(DIST, { recursive: true, force: true })
copyProduct(DIST)
writePackages(DIST)
console.log('Installing what production needs into dist…')
await runNpm(process.execPath, ['ci', '--omit=dev', '--ignore-scripts'], { cwd: DIST })
console.log('dist is ready. It starts with: NODE_ENV=production node dist/server/src/main.js')
