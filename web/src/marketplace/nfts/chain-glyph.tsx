import { type Chain, chainName } from '@verso/protocol/chains'

const GLYPHS: Record<Chain, { color: string; path: string }> = {
  POLYGON: {
    color: '#a787ff',
    path: 'M12 3l7.5 4.3v9.4L12 21l-7.5-4.3V7.3zM12 8.2 8.6 10v4l3.4 1.9 3.4-1.9v-4z',
  },
  ETH: { color: '#8aa4ff', path: 'M12 2l6.5 10.2L12 16 5.5 12.2zM5.5 13.6 12 22l6.5-8.4L12 17.4z' },
  SOL: { color: '#3ee0a8', path: 'M7 5h14l-4 3.6H3zM3 10.2h14l4 3.6H7zM7 15.4h14L17 19H3z' },
}

/** The sign of a chain. Beside the chain's name it is only decoration. */
export function ChainGlyph({
  chain,
  size = 16,
  isDecoration,
}: {
  chain: Chain
  size?: number
  isDecoration?: boolean
}) {
  const glyph = GLYPHS[chain]
  if (!glyph) return null
  const name = isDecoration ? { 'aria-hidden': true } : { role: 'img', 'aria-label': chainName(chain) }
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill={glyph.color}
      fillRule="evenodd"
      className="shrink-0"
      {...name}
    >
      <path d={glyph.path} />
    </svg>
  )
}
