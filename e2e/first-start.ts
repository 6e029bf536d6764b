import { mkdirSync } from 'node:fs'
import { untilPicturesAreMade } from '../bench/demo-product.ts'
import { startProduct } from '../server/test/product.ts'
import { findShell } from './chromium.ts'

/** Starts the product on an empty folder, and leaves there what it made, with its log beside: `npm test` tests on copies of it. */
// Unpacked here once, and not in both halves of the tests at the same time.
findShell()
const [folder = ''] = process.argv.slice(2)
mkdirSync(folder)
const product = await startProduct({ LOG_LEVEL: 'debug', DATA_DIR: folder })
// They come after the start, and would be made in each copy.
await untilPicturesAreMade(product.dataDir)
await product.stop()
