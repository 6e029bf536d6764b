/** Stands for a value that exists only when the request is sent: the `pick`-th of what was made so far. */
export class Placeholder {
  readonly kind: string
  readonly pick: number

  constructor(kind: string, pick: number) {
    this.kind = kind
    this.pick = pick
  }
}

/** The same value with every placeholder filled. */
export function fill(value: unknown, find: (placeholder: Placeholder) => unknown): unknown {
  if (value instanceof Placeholder) return find(value)
  if (Array.isArray(value)) return value.map((each) => fill(each, find))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, fill(each, find)]))
}
