type ParamName<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamName<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never

/**
 * The parts of a page's address: the parameters of its path, and the fields of `Takes` besides, which are the query.
 * `Takes` may also narrow a parameter to its few values.
 */
export type PageParams<Path extends string, Takes> = { [Name in ParamName<Path>]: string } & Takes

/** Parameters where there are any; they can be left out where none is required. */
export type AddressArguments<Params> = [keyof Params] extends [never]
  ? []
  : Partial<Params> extends Params
    ? [params?: Params]
    : [params: Params]

/** Puts the parameters into the path and the rest into the query, where an empty one is left out. */
export function fillPath(path: string, params: Record<string, string | undefined> = {}): string {
  let address = path.replace('/*', '')
  for (const [name, value = ''] of Object.entries(params)) {
    const encoded = encodeURIComponent(value)
    if (address.includes(`:${name}`)) address = address.replace(`:${name}`, encoded)
    else if (value) address += `${address.includes('?') ? '&' : '?'}${name}=${encoded}`
  }
  return address
}

/** Matches the page's pathnames, with or without a slash at the end; its parameters are the groups. */
export function patternOf(path: string): RegExp {
  const start = path.replace(/\/\*$/, '(?:/.*)?').replace(/\/$/, '')
  return new RegExp(`^${start.replace(/:(\w+)/g, '(?<$1>[^/]+)')}/?$`)
}
