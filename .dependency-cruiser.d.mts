import type { ICruiseOptions } from 'dependency-cruiser'

/** The shape that all rules of ours have. */
export type Rule = {
  name: string
  comment: string
  severity: 'error'
  from: { path?: string | string[] }
  to: { path?: string | string[]; pathNot?: string; circular?: boolean }
}

declare const config: { forbidden: Rule[]; options: ICruiseOptions }
export default config
