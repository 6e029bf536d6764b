import { type ComponentType, lazy, useState } from 'react'

/** A part of the page whose code did not arrive: no connection, or a tab that is older than the site. */
export class LoadError extends Error {}

let attempt = 0
/** After this every part that could not be loaded is asked for again, once it is next shown. */
export function tryPartsAgain(): void {
  attempt += 1
}

export type LazyPart<Props> = ComponentType<Props> & { preload: () => Promise<unknown> }

/**
 * The component of that name in a module. Loaded when it is first shown, or ahead by `preload`: then it renders at once,
 * without the fallback in between. Unlike with React's own `lazy` a failure is not for ever: `Boundary` says it, and tries again.
 */
export function lazyPart<Name extends string, Props extends object>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
): LazyPart<Props> {
  let loaded: ComponentType<Props> | undefined
  let loading: Promise<ComponentType<Props>> | undefined
  let failedAttempt: number | undefined
  const preload = () => {
    loading ??= load().then(
      (module) => {
        loaded = module[name]
        return loaded
      },
      (cause: unknown) => {
        loading = undefined
        failedAttempt = attempt
        throw new LoadError('A part of the page could not be loaded.', { cause })
      },
    )
    return loading
  }
  const makeLater = () => lazy(async () => ({ default: await preload() }))
  let Later = makeLater()
  /** Not renewed within an attempt: React asks again for what has just failed, to find the failure. */
  const later = () => {
    if (failedAttempt === undefined || failedAttempt === attempt) return Later
    failedAttempt = undefined
    Later = makeLater()
    return Later
  }
  function Part(props: Props) {
    // Kept for as long as it is shown: changing over would lose what the part remembers.
    const [Content] = useState<ComponentType<Props>>(() => loaded ?? (later() as ComponentType<Props>))
    return <Content {...props} />
  }
  return Object.assign(Part, { preload })
}
