import type { Nft } from '@verso/protocol/nfts'
import { WindowVirtualizer } from 'virtua'
import { useElementWidth } from '../../lib/use-element-width.ts'
import { type CardOptions, NftCard } from './nft-card.tsx'

const CARD_MIN_PX = 236
const TEXT_HEIGHT_PX = 128

/** The columns of the plain grid, as numbers: rows have to be known before they are drawn. */
function layout(width: number) {
  const isSmall = innerWidth < 768
  const gap = isSmall ? 12 : 16
  const columns =
    innerWidth < 640 ? 2 : innerWidth <= 1120 ? 3 : Math.max(1, Math.floor((width + gap) / (CARD_MIN_PX + gap)))
  const rowHeight = (width - gap * (columns - 1)) / columns + TEXT_HEIGHT_PX + (isSmall ? 50 : 0) + gap
  return { gap, columns, rowHeight }
}

/** A long list of cards: only the rows near the window are in the page. */
export function VirtualGrid({
  label,
  nfts,
  card,
}: {
  label: string
  nfts: readonly Nft[]
  card: CardOptions | undefined
}) {
  const [ref, width] = useElementWidth(1200)
  const { gap, columns, rowHeight } = layout(width)
  const rows = Math.ceil(nfts.length / columns)
  const style = { gap, paddingBottom: gap, gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }
  return (
    <section ref={ref} aria-label={label}>
      <WindowVirtualizer itemSize={rowHeight} bufferSize={600}>
        {Array.from({ length: rows }, (_, row) => (
          <ul key={row} className="grid" style={style}>
            {nfts.slice(row * columns, (row + 1) * columns).map((nft) => (
              <NftCard key={nft.id} nft={nft} {...card} />
            ))}
          </ul>
        ))}
      </WindowVirtualizer>
    </section>
  )
}
