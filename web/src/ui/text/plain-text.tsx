import { Inline } from './inline-text.tsx'

/**
 * The little of Markdown that a page of text needs: "# ", "## ", "- ", "1. " and paragraphs between empty lines; inside them
 * bold and links. Everything is drawn as text, so HTML in it is shown as it is typed.
 */
export function PlainText({ text }: { text: string }) {
  return text
    .trim()
    .replaceAll('\r\n', '\n')
    .split(/\n\s*\n/)
    .map((block, index) => <Block key={index} block={block.trim()} />)
}

function Block({ block }: { block: string }) {
  const heading = /^(#{1,3}) (.*)\n?/.exec(block)
  if (heading) {
    const [whole, marks = '', title = ''] = heading
    const rest = block.slice(whole.length).trim()
    return (
      <>
        <Heading level={marks.length}>{title}</Heading>
        {rest && <Block block={rest} />}
      </>
    )
  }
  if (block.startsWith('- ')) return <List as="ul" items={block.split(/\n(?=- )/).map((item) => item.slice(2))} />
  if (block.startsWith('1. ')) return <List as="ol" items={block.split(/\n(?=\d+\. )/).map(withoutNumber)} />
  return (
    <p className="mt-3 text-lg text-fg2">
      <Inline text={block} />
    </p>
  )
}

const withoutNumber = (item: string): string => item.replace(/^\d+\. /, '')

function Heading({ level, children }: { level: number; children: string }) {
  if (level === 1)
    return (
      <h1 className="text-(length:--text-3xl) leading-tight font-semibold tracking-(--track-display)">
        <Inline text={children} />
      </h1>
    )
  if (level === 2)
    return (
      <h2 className="mt-10 text-xl font-semibold tracking-(--track-tight)">
        <Inline text={children} />
      </h2>
    )
  return (
    <h3 className="mt-6 text-lg font-semibold">
      <Inline text={children} />
    </h3>
  )
}

const List = ({ as: Tag, items }: { as: 'ul' | 'ol'; items: string[] }) => (
  <Tag className={`mt-3 flex flex-col gap-2 pl-5 text-lg text-fg2 ${Tag === 'ul' ? 'list-disc' : 'list-decimal'}`}>
    {items.map((item, index) => (
      <li key={index}>
        <Inline text={item} />
      </li>
    ))}
  </Tag>
)
