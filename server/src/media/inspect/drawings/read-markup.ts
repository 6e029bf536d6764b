/** One piece of a drawing's source, as strict XML has it. */
export type Piece =
  | { kind: 'open'; name: string; attributes: Attribute[]; isEmpty: boolean }
  | { kind: 'close'; name: string }
  | { kind: 'text'; text: string }
/** `source` is the attribute as it was written, quotes included. */
export type Attribute = { name: string; source: string }

const OPEN = /<([A-Za-z_][\w:.-]*)/y
const CLOSE = /<\/([A-Za-z_][\w:.-]*)\s*>/y
const ATTRIBUTE = /\s+([^\s=<>"'/]+)\s*=\s*(?:"[^"<]*"|'[^'<]*')/y
const END = /\s*(\/?)>/y
/** The delimiters of the parts that are not elements. */
const SKIPPED = [
  ['<!--', '-->'],
  ['<?', '?>'],
] as const
const CDATA = '<![CDATA['

/**
 * Reads markup from its beginning to its end, in a time that grows with its length alone. What is no well-formed XML is not
 * understood: browsers and renderers of pictures take nothing else either.
 * @throws Error where it is not well-formed
 */
export function* readMarkup(source: string): Generator<Piece> {
  for (let at = 0; at < source.length; ) {
    if (source[at] !== '<') {
      const found = source.indexOf('<', at)
      const end = found === -1 ? source.length : found
      yield { kind: 'text', text: source.slice(at, end) }
      at = end
      continue
    }
    if (source.startsWith(CDATA, at)) {
      const end = need(source.indexOf(']]>', at))
      yield { kind: 'text', text: escaped(source.slice(at + CDATA.length, end)) }
      at = end + 3
      continue
    }
    const skipped = SKIPPED.find(([begin]) => source.startsWith(begin, at))
    if (skipped) at = need(source.indexOf(skipped[1], at)) + skipped[1].length
    else if (source.startsWith('<!', at)) at = endOfDoctype(source, at)
    else {
      const { piece, end } = readTag(source, at)
      yield piece
      at = end
    }
  }
}

function readTag(source: string, at: number): { piece: Piece; end: number } {
  const close = match(CLOSE, source, at)
  if (close) return { piece: { kind: 'close', name: close[1] ?? '' }, end: CLOSE.lastIndex }
  const open = match(OPEN, source, at)
  if (!open) throw notWellFormed()
  const attributes: Attribute[] = []
  let end = OPEN.lastIndex
  for (let found = match(ATTRIBUTE, source, end); found; found = match(ATTRIBUTE, source, end)) {
    attributes.push({ name: found[1] ?? '', source: found[0].trim() })
    end = ATTRIBUTE.lastIndex
  }
  const ended = match(END, source, end)
  if (!ended) throw notWellFormed()
  return {
    piece: { kind: 'open', name: open[1] ?? '', attributes, isEmpty: ended[1] === '/' },
    end: END.lastIndex,
  }
}

function match(pattern: RegExp, source: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(source)
}

/** A doctype may hold entities in brackets. */
function endOfDoctype(source: string, at: number): number {
  const end = need(source.indexOf('>', at))
  const bracket = source.indexOf('[', at)
  return bracket === -1 || bracket > end ? end + 1 : need(source.indexOf('>', need(source.indexOf(']', bracket)))) + 1
}

function need(index: number): number {
  if (index === -1) throw notWellFormed()
  return index
}

const escaped = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
const notWellFormed = () => new Error('the markup is not well-formed')
