import { readFileSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { validateBytes } from 'gltf-validator'

/** Errors of quality (bounds that are not tight, unused attributes) do no harm and are common in good models. */
const HARMLESS = /^(ACCESSOR_|MESH_PRIMITIVE_|ANIMATION_|NODE_|IMAGE_|MATERIAL_|SKIN_|UNUSED_)/

try {
  const report = await validateBytes(new Uint8Array(readFileSync(workerData as string)), {
    format: 'glb',
    maxIssues: 100,
    writeTimestamp: false,
  })
  const errors = report.issues.messages.filter((message) => message.severity === 0)
  parentPort?.postMessage(errors.every((error) => HARMLESS.test(error.code)))
} catch {
  parentPort?.postMessage(false)
}
