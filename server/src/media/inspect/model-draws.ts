/** Of one picture of the model: a viewer that sends more of them does not turn it smoothly, and the validator takes seconds. */
const MAX_DRAWS = 10_000
/** Corners of triangles in one picture of the model: ten times what good models have. */
const MAX_CORNERS = 50_000_000
/** Objects in the JSON; each costs the validator some 50 microseconds, wherever it is. */
const MAX_OBJECTS = 100_000

type Json = Record<string, unknown>
type Primitive = { indices?: number; attributes?: { POSITION?: number } } | null
type Work = { draws: number; corners: number }

/** No more than a viewer can draw: a mesh of a few bytes can have many parts, and be shown by many nodes. */
export function isDrawable(json: Json): boolean {
  if (hasMoreObjects(json, MAX_OBJECTS)) return false
  const works = listOf(json.meshes).map((mesh) => workOf(json, mesh))
  const shown = listOf(json.nodes).flatMap((node) => workOfNode(json, node, works))
  return [works, shown].every((each) => total(each, 'draws') <= MAX_DRAWS && total(each, 'corners') <= MAX_CORNERS)
}

function workOf(json: Json, mesh: unknown): Work {
  const primitives = listOf((mesh as Json | null)?.primitives) as Primitive[]
  const corners = primitives.reduce(
    (sum, primitive) => sum + countOf(json, primitive?.indices ?? primitive?.attributes?.POSITION),
    0,
  )
  return { draws: primitives.length, corners }
}

function workOfNode(json: Json, node: unknown, works: readonly Work[]): Work[] {
  const { mesh, extensions } = (node ?? {}) as { mesh?: number; extensions?: Record<string, Json | null> | null }
  const work = works[mesh as number]
  if (!work) return []
  const instances = extensions?.EXT_mesh_gpu_instancing?.attributes
  const [accessor] = Object.values((instances ?? {}) as Record<string, number>)
  return [{ ...work, corners: work.corners * (instances ? countOf(json, accessor) : 1) }]
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const total = (works: readonly Work[], what: keyof Work): number => works.reduce((sum, work) => sum + work[what], 0)
const countOf = (json: Json, accessor: unknown): number =>
  Number((listOf(json.accessors)[accessor as number] as { count?: unknown } | null | undefined)?.count ?? 0)

function hasMoreObjects(json: Json, most: number): boolean {
  const open: object[] = [json]
  for (let count = 1; open.length > 0; ) {
    for (const value of Object.values(open.pop() as object) as unknown[]) {
      if (typeof value !== 'object' || value === null) continue
      if (++count > most) return true
      open.push(value)
    }
  }
  return false
}
