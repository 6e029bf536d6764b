import { open } from 'node:fs/promises'
import { areAccessorsBounded, areTexturesBounded } from './model-cost.ts'
import { isDrawable } from './model-draws.ts'
import { unsupportedFile } from './rejected-file.ts'

const HEADER_BYTES = 12
const CHUNK_HEADER_BYTES = 8
const JSON_CHUNK = 0x4e4f534a
const BINARY_CHUNK = 0x004e4942
const MAX_JSON_BYTES = 16 * 1024 * 1024
/** Up to this size the validator reads the whole model; beyond, its structure and its JSON only, for the memory's sake. */
const MAX_VALIDATED_BYTES = 32 * 1024 * 1024

/** A JSON, a binary part, and a few of extensions: glTF 2.0 names no more. */
const MAX_CHUNKS = 64

type Source = { path: string; sizeBytes: number }
type Model = { json: Record<string, unknown>; binaryAt: number }

/**
 * glTF 2.0 binary: chunks that fill the file exactly, a JSON without outside references, no more than a viewer can hold, and no
 * error of the Khronos validator.
 */
export async function inspectGlb(file: Source): Promise<object> {
  const model = await readChunks(file)
  if (!model || !(await isHarmless(file, model))) throw unsupportedFile('The 3D model cannot be read')
  if (!isDrawable(model.json)) throw unsupportedFile('The 3D model is too complicated: it has too many parts')
  if (file.sizeBytes <= MAX_VALIDATED_BYTES) {
    const { validateGlb } = await import('./validate-glb.ts')
    if (!(await validateGlb(file.path).catch(() => false))) throw unsupportedFile('The 3D model cannot be read')
  }
  return {}
}

async function isHarmless(file: Source, { json, binaryAt }: Model): Promise<boolean> {
  if (!hasItsLists(json) || hasOutsideUri(json) || !isPlainTree(json.nodes) || !areAccessorsBounded(json)) return false
  return areTexturesBounded(json, (offset, length) => readSlice(file, binaryAt + offset, length))
}

const LISTS = [
  'accessors',
  'animations',
  'buffers',
  'bufferViews',
  'cameras',
  'images',
  'materials',
  'meshes',
  'nodes',
  'samplers',
  'scenes',
  'skins',
  'textures',
]
const LISTS_INSIDE = { meshes: 'primitives', nodes: 'children', scenes: 'nodes' }

/** A viewer reads the object `{"0": …, "length": 1}` as it reads a list, while every check of a list would find it empty. */
function hasItsLists(json: Record<string, unknown>): boolean {
  const isList = (value: unknown) => value === undefined || Array.isArray(value)
  return (
    LISTS.every((name) => isList(json[name])) &&
    Object.entries(LISTS_INSIDE).every(([name, inside]) =>
      ((json[name] ?? []) as (Record<string, unknown> | null)[]).every((item) => isList(item?.[inside])),
    )
  )
}

async function readSlice({ path, sizeBytes }: Source, at: number, length: number): Promise<Buffer> {
  if (!(at >= 0 && length >= 0 && at + length <= sizeBytes)) return Buffer.alloc(0)
  const handle = await open(path)
  try {
    return (await handle.read(Buffer.alloc(length), 0, length, at)).buffer
  } finally {
    await handle.close()
  }
}

/** The JSON is the first chunk, the binary part the second, if there is one: of several a viewer would show the last. */
const isInPlace = (type: number, index: number): boolean =>
  (type === JSON_CHUNK) === (index === 0) && (type !== BINARY_CHUNK || index === 1)

async function readChunks({ path, sizeBytes }: Source): Promise<Model | undefined> {
  const handle = await open(path)
  const read = async (at: number, length: number) => (await handle.read(Buffer.alloc(length), 0, length, at)).buffer
  try {
    const header = await read(0, HEADER_BYTES)
    if (
      header.toString('latin1', 0, 4) !== 'glTF' ||
      header.readUInt32LE(4) !== 2 ||
      header.readUInt32LE(8) !== sizeBytes
    )
      return undefined
    let model: Model | undefined
    let at = HEADER_BYTES
    for (let count = 0; at < sizeBytes; count++) {
      if (count === MAX_CHUNKS || at + CHUNK_HEADER_BYTES > sizeBytes) return undefined
      const chunk = await read(at, CHUNK_HEADER_BYTES)
      const length = chunk.readUInt32LE(0)
      const end = at + CHUNK_HEADER_BYTES + length
      if (end > sizeBytes || !isInPlace(chunk.readUInt32LE(4), count)) return undefined
      if (count === 0) {
        if (length > MAX_JSON_BYTES) return undefined
        const json = JSON.parse((await read(at + CHUNK_HEADER_BYTES, length)).toString('utf8')) as Model['json'] | null
        if (json) model = { json, binaryAt: end + CHUNK_HEADER_BYTES }
      }
      at = end
    }
    return model
  } catch {
    return undefined
  } finally {
    await handle.close()
  }
}

const MAX_NODES = 50_000
const MAX_DEPTH = 200

/** A tree of nodes that is not too deep: the validator walks up from every node, which takes minutes for one long chain. */
function isPlainTree(nodes: unknown): boolean {
  if (!Array.isArray(nodes)) return nodes === undefined
  if (nodes.length > MAX_NODES) return false
  const childrenOf = (node: unknown) => {
    const children = (node as { children?: unknown } | null)?.children
    return Array.isArray(children) ? (children as unknown[]) : []
  }
  const seen = new Set<unknown>()
  const children = new Set(nodes.flatMap(childrenOf))
  let level = [...nodes.keys()].filter((node) => !children.has(node))
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) return false
    // Each node has one parent, or none.
    for (const node of level) {
      if (seen.has(node)) return false
      seen.add(node)
    }
    level = level.flatMap((node) => childrenOf(nodes[node])) as number[]
  }
  return true
}

/** Buffers and images must be in the file or in data URIs; any other reference would make the viewer fetch it. */
function hasOutsideUri(json: Record<string, unknown>): boolean {
  return [json.buffers, json.images].flat().some((item) => {
    const uri = (item as { uri?: unknown } | undefined)?.uri
    return (
      uri !== undefined &&
      !(
        typeof uri === 'string' &&
        /^data:(image\/(png|jpeg|webp)|application\/(octet-stream|gltf-buffer));base64,/.test(uri)
      )
    )
  })
}
