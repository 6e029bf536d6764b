import type { Nft } from '@verso/protocol/nfts'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { WindowVirtualizer } from 'virtua'
import { type CardOptions, NftCard } from './nft-card.tsx'

type VirtualGridProps = {
  label: string
  nfts: readonly Nft[]
  card: CardOptions | undefined
  /** How the plain grid lays its cards out. */
  columnsClass: string
}
/** The layout of the plain grid at this width: rows have to be known before they are drawn. */
type Layout = { columns: number; gapPx: number; rowHeightPx: number }

/**
 * A long list of cards: only the rows near the window are in the page. Its rows stand to the pixel where the plain grid's
 * would, so that neither the change from one to the other nor Back moves anything.
 */
export function VirtualGrid({ label, nfts, card, columnsClass }: VirtualGridProps) {
  const [measured, setMeasured] = useState<{ width: number; layout: Layout }>()
  const probe = useRef<HTMLUListElement>(null)
  const frame = useRef<HTMLElement>(null)
  // The page keeps its height while the first card is measured, or it would be scrolled up.
  const [heightPx] = useState(() => document.documentElement.scrollHeight)

  useLayoutEffect(() => {
    if (!measured && probe.current) {
      setMeasured({ width: probe.current.clientWidth, layout: measure(probe.current) })
    }
  }, [measured])
  useEffect(() => {
    if (!frame.current) return
    const observer = new ResizeObserver(() => {
      const width = frame.current?.clientWidth
      setMeasured((before) => (before?.width === width ? before : undefined))
    })
    observer.observe(frame.current)
    return () => observer.disconnect()
  }, [])

  if (!measured || !nfts[0]) {
    return (
      <section ref={frame} aria-label={label} style={{ minHeight: heightPx }}>
        <ul ref={probe} className={columnsClass}>
          {nfts[0] && <NftCard nft={nfts[0]} {...card} />}
        </ul>
      </section>
    )
  }
  return (
    <section ref={frame} aria-label={label}>
      <Rows nfts={nfts} card={card} layout={measured.layout} />
    </section>
  )
}

function measure(grid: HTMLUListElement): Layout {
  const { gridTemplateColumns, rowGap } = getComputedStyle(grid)
  return {
    columns: gridTemplateColumns.split(' ').length,
    gapPx: Number.parseFloat(rowGap),
    rowHeightPx: grid.getBoundingClientRect().height,
  }
}

function Rows({ nfts, card, layout }: { nfts: readonly Nft[]; card: CardOptions | undefined; layout: Layout }) {
  const { columns, gapPx, rowHeightPx } = layout
  const style = { gap: gapPx, paddingBottom: gapPx, gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }
  return (
    <WindowVirtualizer itemSize={rowHeightPx + gapPx} bufferSize={600}>
      {Array.from({ length: Math.ceil(nfts.length / columns) }, (_, row) => (
        <ul key={row} className="grid" style={style}>
          {nfts.slice(row * columns, (row + 1) * columns).map((nft) => (
            <NftCard key={nft.id} nft={nft} {...card} />
          ))}
        </ul>
      ))}
    </WindowVirtualizer>
  )
}
