import type { Overview } from '@verso/protocol/operations/overview'
import { formatUsd, groupThousands } from '@verso/protocol/usd'

export type Day = Overview['days'][number]
export const FIGURES = ['turnover', 'sales', 'fees', 'members', 'mints'] as const
export type Figure = (typeof FIGURES)[number]

export const formatFigure = (figure: Figure, value: number): string =>
  figure === 'turnover' || figure === 'fees' ? `${formatUsd(value)} USD` : groupThousands(value)
