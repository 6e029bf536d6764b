import { writeFile } from 'node:fs/promises'
import type { Engine } from './engine.ts'

const WAIT_MS = 120_000
const LOOK_MS = 50

/**
 * In the page: the first element of this path that a person can use now: shown, enabled, at rest and not covered. Two looks in a row
 * have to find it at the same place; the first one scrolls to it.
 */
const FIND = `(path) => {
  const kept = (globalThis.versoSeen ??= new Map())
  const found = document.evaluate(path, document, null, XPathResult.ORDERED_NODE_SNAPSHOT_TYPE, null)
  for (let index = 0; index < found.snapshotLength; index += 1) {
    const element = found.snapshotItem(index)
    if (!element.checkVisibility({ visibilityProperty: true }) || element.matches(':disabled')) continue
    let box = element.getBoundingClientRect()
    if (box.width === 0 || box.height === 0) continue
    if (box.top < 0 || box.bottom > innerHeight) element.scrollIntoView({ block: 'center', behavior: 'instant' })
    box = element.getBoundingClientRect()
    const place = [box.x, box.y, box.width, box.height].join()
    const isAtRest = kept.get(element) === place
    kept.clear()
    kept.set(element, place)
    const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)
    const isOnTop = top !== null && (element.contains(top) || top.contains(element))
    return isAtRest && isOnTop ? element : null
  }
  return null
}`

/** In the page: the first element of this path, seen or not: a picker's own field is behind its button. */
const FIND_HIDDEN = `(path) =>
  document.evaluate(path, document, null, XPathResult.FIRST_ORDERED_NODE_TYPE).singleNodeValue`

const IS_AT_REST = `[...document.images].every((image) => image.complete || image.loading === 'lazy') &&
  document.querySelector('.bone, [aria-busy=true]') === null && document.fonts.status === 'loaded'`

/** A person's actions in a tab, the same in each engine. */
export class Tab<Handle> {
  readonly #engine: Engine<Handle>
  /** The frame one is in. */
  #frame: string | undefined

  constructor(engine: Engine<Handle>) {
    this.#engine = engine
  }

  async press(path: string): Promise<void> {
    await this.#use(path, (handle) => this.#engine.click(handle))
  }

  /** The field loses what was in it. */
  async type(path: string, text: string): Promise<void> {
    await this.#use(path, (handle) => this.#engine.type(handle, text))
  }

  /** Looks whether it was taken: keys that are pressed before a frame's own script has come are lost. */
  async typeUntilTaken(path: string, text: string): Promise<void> {
    await this.#use(path, async (handle) => {
      await this.#engine.type(handle, text)
      return (await this.#engine.valueOf(handle)) !== ''
    })
  }

  async choose(path: string, option: string): Promise<void> {
    await this.#use(path, (handle) => this.#engine.choose(handle, option))
  }

  /** To a file's field, which need not be seen. */
  async attach(path: string, file: string): Promise<void> {
    await this.#poll(() => this.#tryToUse(path, (handle) => this.#engine.attach(handle, file), FIND_HIDDEN), path)
  }

  async see(path: string): Promise<void> {
    await this.#use(path, async () => undefined)
  }

  open(url: string): Promise<void> {
    return this.#engine.open(url)
  }

  read<Read>(script: string): Promise<Read> {
    return this.#engine.read(script)
  }

  async waitForPage(isThere: (url: URL) => boolean): Promise<void> {
    await this.#poll(async () => isThere(new URL(await this.read<string>('location.href'))), 'the page')
  }

  async inFrame(path: string, steps: () => Promise<void>): Promise<void> {
    await this.#enter(path)
    this.#frame = path
    await steps()
    this.#frame = undefined
    await this.#engine.leaveFrame()
  }

  resize(width: number, height: number): Promise<void> {
    return this.#engine.resize(width, height)
  }

  /** The frame one is in keeps its height for a moment: a press is lost while it changes. */
  async standStill(): Promise<void> {
    let beforePx: number | undefined
    await this.#poll(async () => {
      const heightPx = await this.read<number>('innerHeight')
      const isSame = heightPx === beforePx
      beforePx = heightPx
      return isSame
    }, 'a frame that stands still')
  }

  /** Pictures and what is on its way have come. */
  async rest(): Promise<void> {
    await this.#poll(() => this.read<boolean>(IS_AT_REST), 'rest')
  }

  async picture(file: string): Promise<void> {
    await writeFile(file, await this.#engine.picture())
  }

  async #use(path: string, use: (handle: Handle) => Promise<unknown>): Promise<void> {
    const frame = this.#frame
    const enterAgain = async () => {
      if (frame !== undefined) await this.#enter(frame)
    }
    await this.#poll(() => this.#tryToUse(path, use), path, enterAgain)
  }

  /** WebKit gives a frame another window when its page arrives: the one that was entered is gone then, and is entered again. */
  async #enter(frame: string): Promise<void> {
    await this.#engine.leaveFrame()
    await this.#poll(() => this.#tryToUse(frame, (handle) => this.#engine.enterFrame(handle)), frame)
  }

  /** @returns false when the element is not there, or when `use` says that it has to be used again */
  async #tryToUse(path: string, use: (handle: Handle) => Promise<unknown>, find = FIND): Promise<boolean> {
    const handle = await this.#engine.find(find, path)
    if (handle === undefined) return false
    return (await use(handle)) !== false
  }

  async #poll(look: () => Promise<boolean>, what: string, mend = async () => {}): Promise<void> {
    const endMs = Date.now() + WAIT_MS
    let problem: unknown
    while (Date.now() < endMs) {
      try {
        if (await look()) return
      } catch (error) {
        // The page went, or drew the element anew, between the look and the press.
        if (!this.#engine.isPassing(error)) throw error
        problem = error
        await mend()
      }
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
    }
    throw new Error(`${what} was not there within ${WAIT_MS / 1000} s`, { cause: problem })
  }
}
