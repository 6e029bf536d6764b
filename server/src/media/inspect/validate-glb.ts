import { readFileSync } from 'node:fs'
import { validateBytes } from 'gltf-validator'

/** Errors of quality (bounds that are not tight, unused attributes) do no harm and are common in good models. */
const HARMLESS = /^(ACCESSOR_|MESH_PRIMITIVE_|ANIMATION_|NODE_|IMAGE_|MATERIAL_|SKIN_|UNUSED_)/

export async function validateGlb(path: string): Promise<boolean> {
  const bytes = new Uint8Array(readFileSync(path))
  const report = await validateBytes(bytes, { format: 'glb', maxIssues: 100, writeTimestamp: false })
  const errors = report.issues.messages.filter((message) => message.severity === 0)
  return errors.every((error) => HARMLESS.test(error.code))
}
