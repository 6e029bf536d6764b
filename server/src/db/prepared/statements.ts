import type { CompiledQuery } from 'kysely'
import type { Db, Tx } from '../client.ts'
import { expectAgain } from './statement-names.ts'

/** Stands in a statement where each run puts a value of its own. */
class Given {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/** Shapes that are kept compiled: a client may ask for every combination of filters. */
const MAX_COMPILED = 1_000

type Run<Values> = {
  /** All that the text depends on, apart from which values are given. */
  shape?: string
  values: Values
  /** Gets placeholders in the place of the values; what is undefined stays so. */
  build(given: Values): CompiledQuery
}

/**
 * Statements that are compiled once per process for each shape, and parsed once per connection: compiling, parsing and
 * planning a read takes longer than the read (docs/decisions/0260).
 */
export function createStatements<Values extends object, Row>(): (db: Db | Tx, run: Run<Values>) => Promise<Row[]> {
  const compiled = new Map<string, CompiledQuery>()
  return async (db, { shape = '', values, build }) => {
    const given = Object.entries(values).filter(([, value]) => value !== undefined)
    const key = `${shape} ${given.map(([name]) => name).join(' ')}`
    const query = compiled.get(key) ?? keep(compiled, key, build(Object.fromEntries(given.map(placeholder)) as Values))
    const parameters = fill(query.parameters, values)
    const { rows } = await db.executeQuery({ ...query, parameters } as CompiledQuery<Row>)
    return rows
  }
}

const placeholder = ([name]: [string, unknown]) => [name, new Given(name)] as const

function keep(compiled: Map<string, CompiledQuery>, key: string, query: CompiledQuery): CompiledQuery {
  if (compiled.size >= MAX_COMPILED) return query
  compiled.set(key, query)
  expectAgain(query.sql)
  return query
}

const fill = (parameters: readonly unknown[], values: object): unknown[] =>
  parameters.map((each) => (each instanceof Given ? values[each.name as keyof typeof values] : each))
