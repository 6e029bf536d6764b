import { type ComponentType, lazy, useState } from 'react'

export type LazyScreen = ComponentType & { preload: () => Promise<unknown> }

/** Loaded when it is first opened, or ahead by `preload`: then it renders at once, without the fallback in between. */
export function lazyScreen(load: () => Promise<ComponentType>): LazyScreen {
  let loaded: ComponentType | undefined
  let loading: Promise<ComponentType> | undefined
  const preload = () => {
    loading ??= load().then(
      (component) => {
        loaded = component
        return component
      },
      (error: unknown) => {
        loading = undefined
        throw error
      },
    )
    return loading
  }
  const Later = lazy(async () => ({ default: await preload() }))
  function Screen() {
    // Kept for as long as it is shown: changing over would lose what the screen remembers.
    const [Content] = useState<ComponentType>(() => loaded ?? Later)
    return <Content />
  }
  return Object.assign(Screen, { preload })
}
