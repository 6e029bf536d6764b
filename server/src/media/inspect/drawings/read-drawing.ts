import { readMarkup } from './read-markup.ts'

/** An element with its attributes, and with those of its ancestors that it inherits. */
export type Element = {
  name: string
  attributes: ReadonlyMap<string, string>
  inherited: ReadonlyMap<string, string>
  children: Element[]
  textLength: number
}
export type Drawing = { root: Element; byId: ReadonlyMap<string, Element> }

const INHERITED = /^(?:fill|stroke|stroke-dasharray|marker|marker-start|marker-mid|marker-end)$/

/**
 * The elements of a sanitised drawing.
 * @throws Error when it is not well-formed
 */
export function readDrawing(source: string): Drawing {
  const root: Element = { name: '', attributes: new Map(), inherited: new Map(), children: [], textLength: 0 }
  const byId = new Map<string, Element>()
  const open = [root]
  for (const piece of readMarkup(source)) {
    const parent = open.at(-1) ?? root
    if (piece.kind === 'text') parent.textLength += piece.text.trim().length
    else if (piece.kind === 'close') open.pop()
    else {
      const attributes = new Map(piece.attributes.map(({ name, source: written }) => [name, valueOf(written)]))
      const own = [...attributes].filter(([name]) => INHERITED.test(name))
      const inherited = own.length === 0 ? parent.inherited : new Map([...parent.inherited, ...own])
      const element: Element = { name: piece.name, attributes, inherited, children: [], textLength: 0 }
      parent.children.push(element)
      const id = attributes.get('id')
      if (id !== undefined && !byId.has(id)) byId.set(id, element)
      if (!piece.isEmpty) open.push(element)
    }
  }
  return { root, byId }
}

/** Of an attribute as it was written: `name="value"`. */
const valueOf = (written: string): string =>
  written
    .slice(written.indexOf('=') + 1)
    .trim()
    .slice(1, -1)
