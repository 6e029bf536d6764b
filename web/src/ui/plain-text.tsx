/** The little of Markdown that a page of text needs: "# ", "## ", "- " and paragraphs between empty lines. */
export function PlainText({ text }: { text: string }) {
  return text
    .trim()
    .split(/\n\s*\n/)
    .map((block, index) => <Block key={index} block={block.trim()} />)
}

function Block({ block }: { block: string }) {
  if (block.startsWith('# ')) {
    return (
      <h1 className="text-(length:--text-3xl) leading-tight font-semibold tracking-(--track-display)">
        {block.slice(2)}
      </h1>
    )
  }
  if (block.startsWith('## ')) {
    return <h2 className="mt-10 text-xl font-semibold tracking-(--track-tight)">{block.slice(3)}</h2>
  }
  if (block.startsWith('- ')) {
    return (
      <ul className="mt-3 flex list-disc flex-col gap-2 pl-5 text-lg text-fg2">
        {block.split(/\n(?=- )/).map((item) => (
          <li key={item}>{item.slice(2)}</li>
        ))}
      </ul>
    )
  }
  return <p className="mt-3 text-lg text-fg2">{block}</p>
}
